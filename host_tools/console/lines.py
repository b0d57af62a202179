"""The record stream in words: sentences with the rule they rest on, and what kind of news it is."""

from __future__ import annotations

from typing import Any

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


class Lines:
    """Keeps what a sentence needs of the records before it."""

    def __init__(self) -> None:
        self._teller = Narrator()

    def tell(self, number: int, record: tuple) -> list[dict[str, Any]]:
        """{"n": record, "kind", "text", "rule", "news"} a sentence."""
        told = []
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
