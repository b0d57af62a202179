"""`cardtable sim --bare`: a board as it comes out of its bag, under an emulated table.

Real MicroPython behind a terminal, nothing on its flash: for practising an installation.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from pathlib import Path

from cardtable.drivers.keypad import KEYS
from host_tools.boards import compiled
from host_tools.boards.load import named
from host_tools.common.problems import BAD_INPUT, Problem, unwritable

PORT = "port"  # in the folder: leads to the terminal, which has another name each time
_SENSORS = tuple(str(seat) for seat in range(1, 11))
_HANDS = """With your own hands, here:
  hold As box 4    a card over a box, the dealer's box, communal, the discard rack or the shoe
  release          and take it away
  key 5            press a key
  chip 3 on        a chip on the sensor of box 1 to 10 (off: take it away)
  switch on        turn the supervisor's key
  look             lamps and sign"""


_WIRED = "wired.json"  # in the folder: how the table around the board is wired


def _wire(wired: Path, board: str, new: bool) -> None:
    """The table is wired once, as the definition says; the same command again changes nothing."""
    defined = named(board)
    said = compiled.as_json(defined.data)
    if new:
        wired.write_text(said, encoding="utf-8")
    elif not wired.exists() or wired.read_text(encoding="utf-8") != said:
        raise Problem(
            f"the table in {wired.parent} is wired otherwise already",
            f"Leave out --board to go on with it, or choose another folder for {board}.",
            BAD_INPUT,
        )


def run(folder: Path, seed: int, speed: float, board: str | None = None) -> None:
    """Until Ctrl-C or the end of the input. The flash stays as it is, in the folder.

    `board`: the table is wired as that definition says, also when it is started again.
    """
    if sys.platform == "win32":
        raise Problem("a simulated bare board needs a pseudo terminal", "Use Linux or macOS.")
    from sim.harness.folder import InUse, hold
    from sim.harness.pico import Pico

    try:
        folder.mkdir(parents=True, exist_ok=True)
        hold(folder)
    except InUse as used:
        raise Problem(str(used), "End that one first.", BAD_INPUT) from used
    except OSError as failure:
        raise unwritable(folder, failure) from failure
    new = not (folder / "flash.bin").exists()
    wired = folder / _WIRED
    if board is not None:
        _wire(wired, board, new)
    words = [str(seed), "-2", f"{speed:g}"]
    if wired.exists():
        words += ["canberra", str(wired.resolve())]
    pico = Pico(folder, tuple(words))
    try:
        pico.__enter__()
    except FileNotFoundError as missing:
        raise Problem(
            "real MicroPython is not installed beside this Python", "In a checkout: make setup"
        ) from missing
    # Ended by whoever started it, the board's process ends with it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    port = folder / PORT
    port.unlink(missing_ok=True)
    port.symlink_to(pico.port)
    try:
        if new:
            print(f"A board, nothing on it yet, at {pico.port} ({port})", flush=True)
            print(f"From another terminal: cardtable install TABLE.toml --practice {folder}")
        else:
            print(f"The board of {folder} as it was left, at {pico.port} ({port})", flush=True)
            print(f"From another terminal: cardtable doctor --port {port}")
        print(_HANDS, flush=True)
        for line in sys.stdin:
            told = _done(pico.technician, line.split())
            if told:
                print(told, flush=True)
        while not sys.stdin.isatty():  # started by a script: nobody types, Ctrl-C ends it
            pico.wait_for(lambda: False, "the end", 3600)
    except (KeyboardInterrupt, TimeoutError):
        pass
    finally:
        with contextlib.suppress(OSError):
            port.unlink()
        pico.__exit__()


def _done(technician, words: list[str]) -> str:
    """Do it; what there is to say about it."""
    match words:
        case []:
            return ""
        case ["hold", card, *where] if where:
            technician.does("hold", card, " ".join(where))
        case ["release"]:
            technician.does("release")
        case ["key", name] if name in KEYS:
            technician.does("key", name)
        case ["key", *_]:
            return f"Keys: {', '.join(KEYS)}."
        case ["chip", seat, "on" | "off" as state] if seat in _SENSORS:
            technician.does("chip", int(seat), state == "on")
        case ["switch", "on" | "off" as state]:
            technician.does("switch", state == "on")
        case ["look"]:
            pass
        case _:
            return _HANDS
    try:
        return _described(technician.looks())
    except TimeoutError:
        return "The board is not running its firmware: nothing moves yet."


def _described(seen: dict) -> str:
    if "wrong" in seen:
        return seen["wrong"]
    lit = [f"{n} {colour}" for n, colour in enumerate(map(_colour, seen["lamps"]), 1) if colour]
    return f"sign: '{seen['sign']}'; lamps lit: {', '.join(lit) or 'none'}"


def _colour(lamp: list[int]) -> str:
    return "+".join(name for name, part in zip(("red", "green", "blue"), lamp, strict=True) if part)
