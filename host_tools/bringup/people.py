"""Who lays the cards: a person at the terminal, prepared answers, or hands of a simulated table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import typer

from host_tools.bringup.walk import Laid
from host_tools.common.problems import BAD_INPUT, Problem


class AtTheTerminal:
    """Asked step by step; Enter says that it is done."""

    def lay(self, laid: Laid, where: str) -> None:
        self._done(f"Lay {laid.words(where)}")

    def clear(self) -> None:
        self._done("Take every card off the table")

    def milliamps(self, question: str) -> int | None:
        text = f"Milliamps at the readers' 3.3 V, {question} (Enter: no meter)"
        while True:
            given = typer.prompt(text, default="", show_default=False, err=True).strip()
            if not given:
                return None
            if given.isdigit():
                return int(given)
            typer.echo("Whole milliamps, please.", err=True)

    def _done(self, what: str) -> None:
        typer.prompt(f"{what}, then Enter", default="", show_default=False, err=True)


class Answers:
    """Prepared: {"milliamps": {"quiet": 410, …}}. Cards lie where `hands` lays them, if given."""

    def __init__(self, file: Path, hands: Any = None) -> None:
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            self._milliamps = list(told.get("milliamps", {}).values())
            if not all(type(one) is int and one >= 0 for one in self._milliamps):
                raise ValueError("milliamps are whole numbers")
        except (OSError, ValueError, AttributeError) as failure:
            raise Problem(
                f"{file} cannot be used: {failure}",
                'Write {"milliamps": {"quiet": 410, "one field": 530, "largest group": 980}}.',
                BAD_INPUT,
            ) from failure
        self._hands = hands or AtTheTerminal()

    def lay(self, laid: Laid, where: str) -> None:
        self._hands.lay(laid, where)

    def clear(self) -> None:
        self._hands.clear()

    def milliamps(self, question: str) -> int | None:
        return self._milliamps.pop(0) if self._milliamps else None


class Practising:
    """Hands of `cardtable sim --bare`: they move while the board's time passes (walk.py rests)."""

    def __init__(self, technician: Any) -> None:
        self._technician = technician

    def lay(self, laid: Laid, where: str) -> None:
        self._technician.does("lay", laid.cards, where, laid.away_mm)

    def clear(self) -> None:
        self._technician.does("clear")

    def milliamps(self, question: str) -> int | None:
        return None
