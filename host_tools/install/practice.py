"""An installation for practice: what the installer asks for is done at a simulated table."""

from __future__ import annotations

import re
from pathlib import Path

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.install.person import OnTheTerminal
from host_tools.simulation.bare_board import PORT

_DUE = re.compile(r"\((\w\w)\) over the (shoe|dealer)")
_COLOURS = {(True, False, False), (False, True, False), (False, False, True), (True, True, True)}
_FINGER_UP_US = 200_000  # a finger leaves one key before it presses another


def port_of(folder: Path) -> str:
    """Where the board of `cardtable sim --bare --folder FOLDER` is reached."""
    port = folder / PORT
    if not port.exists():
        raise Problem(
            f"no bare board runs in {folder}",
            f"Start one in another terminal: cardtable sim --bare --folder {folder}",
            BAD_INPUT,
        )
    return str(port.resolve())


class Practising(OnTheTerminal):
    """Says what a person would be told, and does it with the hands of the simulated table."""

    def __init__(self, technician) -> None:
        super().__init__()
        self._technician = technician
        self._chip_on = 0  # which sensor a chip lies on

    def call(self, line: str) -> None:
        super().call(line)
        due = _DUE.search(line)
        if due:
            self._technician.does("release")
            self._technician.does("hold", due[1], due[2])

    def hold(self, where: str) -> None:
        super().hold(where)
        self._technician.does("hold", "As", where)

    def take_away(self) -> None:
        super().take_away()
        self._technician.does("release")

    def let_go(self) -> None:
        """Whoever stops leaves neither card nor chip on the table."""
        self._technician.does("release")
        self._chip_away()

    def _chip_away(self) -> None:
        if self._chip_on:
            self._technician.does("chip", self._chip_on, False)
            self._chip_on = 0

    def sees(self, question: str) -> bool:
        self.say(question)
        if "sign" in question:
            return self._looked(lambda seen: seen["sign"] == "8." * 8)
        colours: set[tuple[bool, ...]] = set()

        def every_colour(seen: dict) -> bool:
            if len({tuple(lamp) for lamp in seen["lamps"]}) == 1:
                colours.add(tuple(bool(part) for part in seen["lamps"][0]))
            return colours >= _COLOURS

        return self._looked(every_colour)

    def touch(self, kind: str, name: str) -> None:
        super().touch(kind, name)
        self._chip_away()
        if kind == "key":
            up = self._technician.looks()["us"] + _FINGER_UP_US
            self._looked(lambda seen: seen["us"] > up)
            self._technician.does("key", name)
        elif kind == "sensor":
            self._chip_on = int(name)
            self._technician.does("chip", self._chip_on, True)
        else:
            self._technician.does("switch", name == "on")

    def _looked(self, holds) -> bool:
        """Look until it is so; False when it does not come to pass."""
        from sim.people.technician import waited

        try:
            return bool(waited(lambda: holds(self._technician.looks()), "what was asked for"))
        except TimeoutError:
            return False
