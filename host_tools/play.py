"""`cardtable play`: rounds written down as files, played through the firmware's own rules."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools import words
from host_tools.problems import BAD_INPUT
from host_tools.rounds.amounts import dollars
from host_tools.rounds.expect import differences
from host_tools.rounds.player import NotPlayable, Record, play
from host_tools.rounds.reader import BadFile, read
from host_tools.words.instructions import after_end, next_step
from host_tools.words.teller import Teller

_DIFFERENT = 1
_MONEY_MAPS = ("stacks", "net", "returned", "paid")


def play_files(
    files: Annotated[list[Path], typer.Argument(help="Rounds as TOML files.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a file.")] = False,
    tell: Annotated[bool, typer.Option("--tell", help="Tell the rounds in words.")] = False,
) -> None:
    """Play rounds from files and compare with what they expect.

    Ends with 0 when all expectations hold, 1 when one does not, 2 when a file cannot be read.
    """
    worst = 0
    for file in files:
        worst = max(worst, _one(file, as_json, tell))
    raise typer.Exit(worst)


def _one(path: Path, as_json: bool, tell: bool) -> int:
    try:
        file = read(path)
        played = play(file)
    except (BadFile, NotPlayable) as error:
        lines = error.lines if isinstance(error, BadFile) else [f"{path}: {error}"]
        for line in lines:
            print(line, file=sys.stderr)
        if as_json:
            print(json.dumps({"file": str(path), "result": "unreadable", "problems": lines}))
        return BAD_INPUT
    problems = played.problems or differences(file.expect, played.results)
    if as_json:
        told: dict[str, Any] = {"file": str(path), "game": file.game}
        told["result"] = "different" if problems else "equal"
        told["problems"] = problems
        told["told"] = _told(played.records)
        print(json.dumps(told | _plain(played.results)))
    elif problems:
        for problem in problems:
            print(f"{path}: {problem}")
    else:
        print(f"{path}: as expected ({played.results['outcome']})")
    if tell and not as_json:
        teller = _OpenCards()
        for record in played.records:
            for line in teller.tell(record):
                print(line)
    return _DIFFERENT if problems else 0


class _OpenCards(Teller):
    """Tells a round whose cards everybody knows: the file names each of them."""

    def _deal(self, place: int, token: str) -> list[str]:
        if not super()._deal(place, token):
            return []  # the board's cards are told by street
        return [f"  {words.place(place).capitalize()} gets {words.card(token)}."]


def _told(records: list[Record]) -> list[dict[str, str]]:
    """What the dealer is told: each irregularity with what to do next, and how a round failed."""
    found = []
    for record in records:
        if record[0] == "irregular":
            _, rule, what, place = record
            where = "" if place is None else f" at {words.place(place)}"
            text = f"{words.irregularity(what, rule)}{where}"
            found.append({"what": text, "rule": rule, "next": next_step(what, rule)})
        elif record[0] == "end" and (step := after_end(record[1], record[2])):
            found.append({"what": record[1], "rule": record[2], "next": step})
    return found


def _plain(results: dict[str, Any]) -> dict[str, Any]:
    """The results with money in dollars, for JSON."""
    told = dict(results)
    for key in _MONEY_MAPS:
        if key in told:
            told[key] = {str(seat): dollars(cents) for seat, cents in told[key].items()}
    told["pots"] = [pot | {"amount": dollars(pot["amount"])} for pot in told["pots"]]
    told["commission"] = dollars(told["commission"])
    if told["jackpot"]:
        told["jackpot"] = {
            key: {str(seat): dollars(one) for seat, one in value.items()}
            if isinstance(value, dict)
            else dollars(value)
            for key, value in told["jackpot"].items()
        }
    told["hands"] = {str(seat): category for seat, category in told["hands"].items()}
    return told
