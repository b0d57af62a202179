"""A round as Open Hand History (JSON, specification 1.4.6 of hh-specs.handhistory.org).

The format has no field for comments. What it has no word for stands in `_notes`, `_determinations`
and, beside an action, `_note`: names with an underline, which readers of the format pass over.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from host_tools.histories.actions import UNKNOWN
from host_tools.histories.hand import ACT, DEAL, DRAW, MUCK, SHARED, SHOW, Event, Hand
from host_tools.wording import GAMES

_VERSION = "1.4.6"
_GAMES = {"holdem": "Holdem", "omaha": "Omaha", "draw": "Draw", "stud": "Stud"}
_LIMITS = {"no-limit": "NL", "fixed": "FL", "full-pot": "PL", "half-pot": "PL", "straddle": "NL"}
_USUAL = {"holdem": "NL", "omaha": "PL", "draw": "NL", "stud": "PL"}
_STREETS = {
    "holdem": ("Preflop", "Flop", "Turn", "River"),
    "omaha": ("Preflop", "Flop", "Turn", "River"),
    "draw": ("Preflop", "Draw"),
    "stud": ("Second Street", "Third Street", "Fourth Street", "Fifth Street"),
}
_ACTS = {
    "check": "Check",
    "call": "Call",
    "fold": "Fold",
    "bet": "Bet",
    "raise": "Raise",
    "under_raise": "Raise",
}
_POSTS = {"ante": "Post Ante", "over": "Straddle", "entry": "Post Extra Blind"}
_BLINDS = ("Post SB", "Post BB")


def ohh(hand: Hand, values: dict[str, Any] | None = None) -> str:
    """The file of one round; `values` are the determinations, where known."""
    return json.dumps({"ohh": _Writer(hand, values).made()}, indent=2, ensure_ascii=False) + "\n"


class _Writer:
    def __init__(self, hand: Hand, values: dict[str, Any] | None) -> None:
        self.hand, self.values = hand, values or {}
        self.number = 0
        self.notes = list(hand.notes)

    def made(self) -> dict[str, Any]:
        hand = self.hand
        blinds = [post.amount for post in hand.posts if post.what == "blind"]
        split = hand.game == "omaha" and (hand.halves or self.values.get("win") == "high-low")
        limit = _LIMITS.get(self.values.get("limit", ""), _USUAL[hand.game])
        rounds = self._rounds()
        told: dict[str, Any] = {
            "spec_version": _VERSION,
            "site_name": "Cardtable",
            "network_name": "Cardtable",
            "internal_version": "1.0.0",
            "tournament": bool(self.values.get("tournament")),
            "game_number": str(hand.number),
            "start_date_utc": self._date(),
            "table_name": hand.table,
            "game_type": "OmahaHiLo" if split else _GAMES[hand.game],
            "bet_limit": {"bet_type": limit, "bet_cap": 0},
            "table_size": 10,
            "currency": "AUD",
            "dealer_seat": hand.marker,
            "small_blind_amount": _dollars(blinds[0]) if len(blinds) > 1 else 0,
            "big_blind_amount": _dollars(blinds[-1]) if blinds else 0,
            "ante_amount": _dollars(max(hand.posted("ante").values(), default=0)),
            "flags": [],
            "players": [
                {
                    "id": seat,
                    "seat": seat,
                    "name": f"Box {seat}",
                    "display": f"Box {seat}",
                    "starting_stack": _dollars(hand.start[seat]),
                }
                for seat in hand.order
            ],
            "rounds": rounds,
            "pots": self._pots(),
            "_game": GAMES[hand.game],
        }
        if hand.outcome != "won":
            told["_outcome"], told["_rule"] = hand.outcome, hand.rule
        if self.values:
            told["_determinations"] = self.values
        told["_notes"] = self.notes
        return told

    def _date(self) -> str:
        if self.hand.clock != "t":  # the board had not been told the time
            self.notes.append("The time of this round is not known.")
            return "1970-01-01T00:00:00Z"
        when = datetime.fromtimestamp(self.hand.time_ms / 1000, UTC)
        return when.strftime("%Y-%m-%dT%H:%M:%SZ")

    # ---- rounds

    def _rounds(self) -> list[dict[str, Any]]:
        names = _STREETS[self.hand.game]
        made: list[dict[str, Any]] = []
        first = [self._posted(post.seat, post) for post in self.hand.posts]
        # Cards dealt at the end of a betting round belong to the next one.
        carried = list(self.hand.streets[0])
        streets = self.hand.streets[1:] or [[]]
        for at, street in enumerate(streets):
            acts = [e for e in street if e.kind not in (DEAL, SHARED, DRAW)]
            board = [card for e in carried if e.kind == SHARED for card in e.cards]
            actions = first + [self._event(e) for e in carried if e.kind in (DEAL, DRAW)]
            actions += [self._event(event, opens=not at) for event in acts]
            told: dict[str, Any] = {"id": at, "street": names[min(at, len(names) - 1)]}
            if board:
                told["cards"] = board
            made.append(told | {"actions": actions})
            carried = [e for e in street if e.kind in (DEAL, SHARED, DRAW)]
            first = []
        cards = [card for event in carried if event.kind == SHARED for card in event.cards]
        if cards:  # dealt, and nobody has bet any more
            name = names[min(len(made), len(names) - 1)]
            made.append({"id": len(made), "street": name, "cards": cards, "actions": []})
        if self.hand.showdown:
            shown = [self._event(event) for event in self.hand.showdown]
            made.append({"id": len(made), "street": "Showdown", "actions": shown})
        return made

    def _posted(self, seat: int, post: Any) -> dict[str, Any]:
        blinds = [one for one in self.hand.posts if one.what == "blind"]
        name = _POSTS.get(post.what, "")
        if post.what == "blind":
            at = blinds.index(post) + (len(blinds) == 1)
            name = _BLINDS[at] if at < len(_BLINDS) else "Post Extra Blind"
        told = self._action(seat, name) | {"amount": _dollars(post.amount), "is_allin": post.all_in}
        if post.dead:
            told["_note"] = f"{_dollars(post.dead)} of it is dead"
        return told

    def _action(self, seat: int, name: str) -> dict[str, Any]:
        self.number += 1
        return {"action_number": self.number, "player_id": seat, "action": name}

    def _event(self, event: Event, opens: bool = False) -> dict[str, Any]:
        names = {DEAL: "Dealt Cards", SHOW: "Shows Cards", MUCK: "Mucks Cards", DRAW: "Draw"}
        if event.kind == ACT:
            # "Bet" is no action before the flop; with antes alone there is one.
            bets = opens and event.what == "bet" and self.hand.game in ("holdem", "omaha")
            told = self._action(event.seat, "Raise" if bets else _ACTS[event.what])
            if event.added:
                told["amount"] = _dollars(event.added)
            told["is_allin"] = event.all_in
        else:
            told = self._action(event.seat, names[event.kind])
            told["cards"] = [card for card in event.cards if card != UNKNOWN]
            if event.kind == DRAW:
                told["_count"] = len(event.cards)
            elif len(told["cards"]) < len(event.cards):
                told["_note"] = f"{len(event.cards)} cards, not all of them known"
        if event.note:
            told["_note"] = f"{told.get('_note', '')} {event.note}".strip()
        return told

    def _pots(self) -> list[dict[str, Any]]:
        return [
            {
                "number": number,
                "amount": _dollars(pot.amount),
                "rake": _dollars(pot.commission),
                "player_wins": [
                    {"player_id": seat, "win_amount": _dollars(cents)}
                    for seat, cents in pot.won.items()
                ],
            }
            for number, pot in enumerate(self.hand.pots)
        ]


def _dollars(cents: int) -> int | float:
    return cents // 100 if cents % 100 == 0 else cents / 100
