"""What runs at every turn of the loop takes nothing from the heap for being called.

Read from the compiled modules, as a Pico gets them. MicroPython keeps a frame of up to eleven words
on the stack; a larger one, a generator and a function that is made anew come from the heap at every
call, and the heap's collections are what a table waits for.
"""

import pytest

from sim.micropython import bench, cross, frames, mpy_file, sizes
from sim.micropython.mpy_file import BYTECODE, NATIVE, VIPER, Function
from sim.roots import FIRMWARE

# Module file: functions that are called at every turn, or for every card and key.
HOT = {
    "cardtable/loop.py": ("Loop.step", "Loop.run", "Loop.run_for", "_due", "_choose", "_put_back"),
    "cardtable/readers/group_scan.py": (
        "_made.begin",
        "_made.visit",
        "_made.one",
        "_made.after_list",
        "_made.late",
        "_soonest",
        "GroupScan.leave_out",
        "GroupScan.through",
        "GroupScan.end",
    ),
    "cardtable/readers/frames.py": ("listed",),
    "cardtable/drivers/mux.py": ("Muxes.switch",),
    "cardtable/readers/sweep.py": ("Sweep._begin", "Sweep._end", "Sweep._left_us"),
    "cardtable/readers/reader.py": ("Reader.note",),
    "cardtable/readers/shoe.py": ("ShoeReader.pause_ms",),
    "cardtable/drivers/pn532_spi.py": ("SPITransport.ready",),
    "cardtable/engine/reader_array.py": ("ReaderArray._told",),
    "cardtable/diag/readings.py": ("Readings.note",),
    "cardtable/tracker/sightings.py": ("Sightings.look",),
    "cardtable/tracker/presence.py": ("as_before",),
    "cardtable/tracker/deck.py": ("Deck.find_at", "_find"),
    "cardtable/tracker/fusion.py": (
        "Fusion.is_due",
        "Fusion.look_around",
        "Fusion._look_for_empty_felt",
    ),
    "cardtable/tracker/queue.py": ("Queue.since_ms", "Queue.find"),
    "cardtable/ui/panel.py": ("Panel.look",),
    "cardtable/ui/panel_poker.py": ("PokerPanel.look",),
    "cardtable/drivers/keypad.py": (
        "Keypad.look",
        "Keypad._columns",
        "Keypad._scan",
        "Keypad._drive",
    ),
    "cardtable/drivers/key_switch.py": ("KeySwitch.look", "Supervised.look"),
    "cardtable/drivers/expander.py": ("Expander.read", "Expander.write"),
    "cardtable/drivers/contacts.py": ("Debounced.look",),
    "cardtable/drivers/usb.py": ("UsbPort.readinto",),
    "cardtable/ui/lamps.py": ("Lamps.tick",),
    "cardtable/drivers/ws2812.py": ("Pixels.write",),
    "cardtable/ui/jackpot_display.py": ("JackpotDisplay.tick",),
    "cardtable/link/server.py": ("LinkServer.listen", "LinkServer.send", "LinkServer._rest"),
    "cardtable/vault/vault.py": ("Vault.mirror_on", "Vault.moves", "Vault.work_on"),
    "cardtable/vault/ring.py": ("Ring.mirror_on", "Ring.nearly_full"),
    "cardtable/app.py": ("App._fault", "App._flash_may_stop_us", "App.busy"),
    "cardtable/engine/round_port.py": ("RoundPort.waiting",),
    "cardtable/engine/controller.py": ("RoundController.begun",),
    "cardtable/heap.py": ("Heap._used_up",),
}


def wrong_with(function: Function) -> str:
    """Why a call of it takes from the heap; empty when it does not."""
    if function.generator:
        return "every call makes a generator"
    if function.made:
        return f"it makes {function.made} functions or comprehensions as it runs"
    if function.allocates:
        return f"its frame has {function.words} words, {mpy_file.ON_THE_STACK} are on the stack"
    return ""


@pytest.mark.parametrize(
    ("module", "name"), [(module, name) for module, names in HOT.items() for name in names]
)
def test_a_hot_function_is_called_without_the_heap(module, name):
    assert wrong_with(frames.functions(module)[name]) == ""


# ---- whether what is read is so

_LOCALS = range(4, 14)
_NESTED = range(5)


def _program() -> str:
    """Functions of every size around the limit; each tells the heap in use while it runs."""
    told = ["from gc import mem_alloc"]
    for count in _LOCALS:
        told.append(f"def locals_{count}():")
        told += [f"    a{n} = {n}" for n in range(count)]
        told.append("    return mem_alloc()")
    for depth in _NESTED:
        told.append(f"def tries_{depth}():")
        for n in range(depth):
            told.append(f"{'    ' * (n + 1)}try:")
        told.append(f"{'    ' * (depth + 1)}return mem_alloc()")
        for n in reversed(range(depth)):
            told.append(f"{'    ' * (n + 1)}except ValueError:\n{'    ' * (n + 2)}pass")
    return "\n".join(told) + "\n"


def test_micropython_takes_the_heap_for_exactly_the_calls_that_are_said_to(tmp_path):
    source = tmp_path / "source.py"
    source.write_text(_program())
    content = cross.compiled(source, "called.py", bench.architecture())
    (tmp_path / "called.mpy").write_bytes(content)
    said = {
        one.name: one.allocates
        for one in mpy_file.functions(content)
        if one.name.startswith(("locals", "tries"))
    }
    assert len(said) == len(_LOCALS) + len(_NESTED)
    assert set(said.values()) == {True, False}
    (tmp_path / "run.py").write_text(
        "import called, gc\ngc.collect()\ngc.disable()\n"
        + "".join(
            f"f = called.{name}\nb = gc.mem_alloc()\nprint('{name}', f() > b)\n" for name in said
        )
    )
    done = bench.run_alone(["run.py"], tmp_path)
    assert done.returncode == 0, done.stderr
    measured = dict(line.split() for line in done.stdout.splitlines())
    assert measured == {name: str(heap) for name, heap in said.items()}


_EVERY_KIND = """
import micropython

class Table:
    def __init__(self, a, b=1, *, c=2):
        self.close = lambda: a

    def close(self):
        return [x for x in self.seats]

    def deal(self):
        yield "As"

    @micropython.native
    def fast(self, a):
        try:
            return a + 1.5
        except ValueError:
            return (1, "two", b"three", 4 << 70, ("five", None, True))

    @micropython.native
    def fast_deal(self):
        yield 1

@micropython.viper
def fastest(buffer: ptr8, count: int) -> int:
    total = 0
    for n in range(count):
        total += buffer[n]
    return total

def after():
    return "\u2660"
"""


def test_every_kind_of_function_is_read(tmp_path, monkeypatch):
    (tmp_path / "every.py").write_text(_EVERY_KIND, encoding="utf-8")
    monkeypatch.setattr(frames, "FIRMWARE", tmp_path)
    frames.functions.cache_clear()
    found = frames.functions("every.py")
    frames.functions.cache_clear()
    named = {name: one.code for name, one in found.items() if "<" not in name}
    assert named == {
        mpy_file.MODULE: BYTECODE,
        "Table": BYTECODE,
        "Table.__init__": BYTECODE,
        "Table.close": BYTECODE,
        "Table.deal": BYTECODE,
        "Table.fast": NATIVE,
        "Table.fast_deal": NATIVE,
        "fastest": VIPER,
        "after": BYTECODE,
    }
    assert len(found) == len(named) + 2  # the lambda and the comprehension
    assert {name for name in named if found[name].generator} == {"Table.deal", "Table.fast_deal"}
    assert wrong_with(found["Table.deal"]) == "every call makes a generator"
    assert "makes 1 functions" in wrong_with(found["Table.close"])
    assert "makes 1 functions" in wrong_with(found["Table.__init__"])
    for name in ("Table.fast", "fastest", "after"):
        assert wrong_with(found[name]) == ""
    large = Function("large", BYTECODE, 100, state=9, handlers=1)
    assert wrong_with(large) == "its frame has 12 words, 11 are on the stack"
    assert wrong_with(large._replace(code=NATIVE)) == ""


def test_every_module_of_the_firmware_is_read_to_its_last_byte():
    for name in sizes.on_board():
        assert mpy_file.functions(cross.compiled(FIRMWARE / name, name, cross.PICO))


@pytest.mark.parametrize("arch", mpy_file.ARCHITECTURES[1:-1])
def test_machine_code_of_every_architecture_is_read_to_its_last_byte(arch, tmp_path):
    source = tmp_path / "every.py"
    source.write_text(_EVERY_KIND, encoding="utf-8")
    content = cross.compiled(source, "every.py", arch)
    codes = [one.code for one in mpy_file.functions(content)]
    assert (codes.count(NATIVE), codes.count(VIPER)) == (2, 1)
    for damaged in (content[:-1], content + b"\0"):
        with pytest.raises(ValueError, match=r"too early|behind the last"):
            mpy_file.functions(damaged)
