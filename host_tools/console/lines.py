"""The record stream in words: sentences with the rule they rest on, and what kind of news it is."""

from __future__ import annotations

from host_tools.console.page_types import Line
from host_tools.wording.narrator import Narrator

_NEWS = {
    "fault": "fault",
    "denied": "fault",
    "fault_over": "good",
    "refused": "refused",
    "irregular": "irregular",
    "round": "round",
    "jackpot_hit": "jackpot",
    "jackpot_won": "jackpot",
    "jackpot_paid": "jackpot",
    "win": "won",
    "settle": "money",
    "command": "people",
    "signs": "people",
    "person": "people",
    "decision": "people",
    "opened": "people",
    "released": "people",
    "boot": "board",
    "attach": "board",
}


def nonsense(number: int, record: tuple, astray: Exception) -> Line:
    """The line of a record that cannot be told: whoever wrote it, a page goes on and says so."""
    text = f"Record {number} makes no sense here: {type(astray).__name__}."
    kind = str(record[0])[:40]
    return {"n": number, "at": 0, "kind": kind, "text": text, "rule": None, "news": "fault"}


class Lines:
    """Keeps what a sentence needs of the records before it."""

    def __init__(self) -> None:
        self._teller = Narrator()

    def tell(self, number: int, record: tuple) -> list[Line]:
        """The sentences of a record."""
        told: list[Line] = []
        for at, line in enumerate(self._teller.tell(record, number)):
            if not line.strip():
                continue
            news = "next" if line.next_step else _NEWS.get(record[0], "")
            told.append(
                {
                    "n": number,
                    "at": at,
                    "kind": record[0],
                    "text": line.plain,
                    "rule": line.rule,
                    "news": news,
                }
            )
        return told
