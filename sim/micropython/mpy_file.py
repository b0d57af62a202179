"""What a .mpy file says of itself: who can load it, and what a call of each function costs.

A module that holds machine code fits one architecture and one sub-version of the format; any other
fits every MicroPython that reads its version (docs.micropython.org, "MicroPython .mpy files").
"""

from collections.abc import Mapping
from typing import NamedTuple

NONE = "none"
# As MicroPython numbers them: py/persistentcode.h
ARCHITECTURES = (
    NONE, "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa",
    "xtensawin", "rv32imc", "rv64imc",
)  # fmt: skip


class Kind(NamedTuple):
    """What a file is, or what a MicroPython loads: `arch` is "none" where there is no machine code,
    and there the sub-version does not matter."""

    version: int
    sub_version: int = 0
    arch: str = NONE

    @property
    def number(self) -> int:
        """As sys.implementation._mpy has it; without machine code it is the version alone."""
        named = self.arch in ARCHITECTURES
        arch = ARCHITECTURES.index(self.arch) if named else int(self.arch)
        return self.version | self.sub_version << 8 | arch << 10


def kind_of(number: int) -> Kind:
    """What sys.implementation._mpy says. An architecture without a name stays a number."""
    arch = number >> 10 & 15  # above are extensions of RISC-V, which no file of ours asks for
    named = ARCHITECTURES[arch] if arch < len(ARCHITECTURES) else str(arch)
    return Kind(number & 255, number >> 8 & 3, named)


def read_kind(content: bytes) -> Kind:
    """What kind of file this is; ValueError when it is no .mpy file."""
    if len(content) < 4 or content[:1] != b"M":
        raise ValueError("not a .mpy file")
    return kind_of(content[1] | (content[2] & 0x3F) << 8)


def kind_for(contents: list[bytes]) -> Kind:
    """What loads all of these files; ValueError when nothing can."""
    kinds = {read_kind(content) for content in contents}
    machine = {kind for kind in kinds if kind.arch != NONE}
    if len({kind.version for kind in kinds}) != 1 or len(machine) > 1:
        raise ValueError("files for different boards: " + ", ".join(map(str, sorted(kinds))))
    return machine.pop() if machine else Kind(kinds.pop().version)


# ---- functions

BYTECODE, NATIVE, VIPER, ASSEMBLER = "bytecode", "native", "viper", "assembler"
MODULE = ""  # the name of what runs when the module is imported
ON_THE_STACK = 11  # words: a call that needs more takes its frame from the heap (py/objfun.c)
_HANDLER = 3  # words for each exception handler that can be open at once (py/bc.h)


class Function(NamedTuple):
    """A function, a class body or a comprehension; viper and assembler say no name and no state."""

    name: str  # with what it stands in: Loop.step
    code: str
    size: int  # bytes
    state: int = 0  # arguments, locals and what an expression holds meanwhile
    handlers: int = 0
    generator: bool = False
    made: int = 0  # functions that it makes as it runs: each is an allocation

    @property
    def words(self) -> int:
        """What a call needs for its frame."""
        return self.state + _HANDLER * self.handlers

    @property
    def allocates(self) -> bool:
        """Whether the heap is needed merely to call it. Machine code has its frame on the stack."""
        too_large = self.code == BYTECODE and self.words > ON_THE_STACK
        return self.generator or too_large or self.made > 0


def functions(content: bytes, known: Mapping[int, str] | None = None) -> list[Function]:
    """Every function of a compiled module, outermost first; ValueError when it is damaged.

    Some names are the same number in every MicroPython and stand in no file: `known` has those that
    matter, others read <17>.
    """
    read_kind(content)
    reader = _Reader(content)
    reader.at = 4
    if content[2] & 0x40:  # extensions of the processor
        reader.number()
    name_count, object_count = reader.number(), reader.number()
    names = [reader.name(known or {}) for _ in range(name_count)]
    for _ in range(object_count):
        reader.skip_object()
    found: list[Function] = []
    _function(reader, names, None, found)
    if reader.at != len(content):
        raise ValueError(f"{len(content) - reader.at} bytes behind the last function")
    return found


def names_of(content: bytes) -> list[str | int]:
    """The names that a module uses, in order; a number where every MicroPython has the name."""
    reader = _Reader(content)
    reader.at = 4
    count, _ = reader.number(), reader.number()
    return [reader.name_or_number() for _ in range(count)]


class _Reader:
    """Bytes one after the other."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.at = 0

    def bytes(self, count: int) -> bytes:
        self.at += count
        if self.at > len(self._content):
            raise ValueError("the file ends too early")
        return self._content[self.at - count : self.at]

    def byte(self) -> int:
        return self.bytes(1)[0]

    def number(self) -> int:
        """Seven bits a byte, the highest first; the eighth says that more follow."""
        value, more = 0, 0x80
        while more:
            byte = self.byte()
            value = value << 7 | byte & 0x7F
            more = byte & 0x80
        return value

    def name_or_number(self) -> str | int:
        length = self.number()
        if length & 1:
            return length >> 1
        return self.bytes((length >> 1) + 1)[:-1].decode()

    def name(self, known: Mapping[int, str]) -> str:
        name = self.name_or_number()
        return name if isinstance(name, str) else known.get(name, f"<{name}>")

    def skip_object(self) -> None:
        kind = self.byte()
        if kind <= 4:  # the table of MicroPython's own functions, None, False, True, ...
            return
        count = self.number()
        if kind == 10:  # a tuple
            for _ in range(count):
                self.skip_object()
        else:  # text and bytes end with a zero, numbers are digits
            self.bytes(count + (kind in (5, 6)))

    def skip_relocations(self) -> None:
        while (what := self.byte()) != 0xFF:
            if what & 1:
                self.number()
            what >>= 1
            if what <= 5 and what & 1:
                self.number()


def _function(reader: _Reader, names: list[str], inside: str | None, found: list[Function]) -> None:
    """A function and all that stand in it; `inside`: the name around it, None for the module."""
    head = reader.number()
    code = (BYTECODE, NATIVE, VIPER, ASSEMBLER)[head & 3]
    size = head >> 3
    body = _Reader(reader.bytes(size))
    function = Function(f"{inside}.?" if inside else "?", code, size)
    if code in (BYTECODE, NATIVE):
        body.at = reader.number() if code == NATIVE else 0
        function = _with_prelude(body, names, inside, function)
    else:
        _skip_sections(reader, code)
    place = len(found)
    found.append(function)
    made = reader.number() if head & 4 else 0
    found[place] = function._replace(made=made)
    for _ in range(made):
        _function(reader, names, function.name, found)


def _skip_sections(reader: _Reader, code: str) -> None:
    flags = reader.number()
    if code == ASSEMBLER:
        reader.number()  # arguments
        reader.number()  # their types
        return
    read_only = reader.number() if flags & 0x20 else 0
    if flags & 0x40:
        reader.number()  # variables
    reader.bytes(read_only)
    if flags & 0x10:
        reader.skip_relocations()


def _with_prelude(
    body: _Reader, names: list[str], inside: str | None, function: Function
) -> Function:
    """What stands before the code: bits of several numbers, interleaved (py/bc.h)."""
    byte = body.byte()  # xSSSSEAA
    state, handlers, flags = byte >> 3 & 15, byte >> 2 & 1, 0
    more = 0
    while byte & 0x80:
        byte = body.byte()  # xFSSKAED
        state |= (byte >> 4 & 3) << 4 + 2 * more
        handlers |= (byte >> 1 & 1) << 1 + more
        flags |= (byte >> 6 & 1) << more
        more += 1
    while body.byte() & 0x80:  # how long names and lines are
        pass
    name = MODULE if inside is None else names[body.number()]
    return function._replace(
        name=f"{inside}.{name}" if inside else name,
        state=state + 1,
        handlers=handlers,
        generator=bool(flags & 1),
    )
