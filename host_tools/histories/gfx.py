"""A round in the JSON that PokerGFX 3.2 exports, as public descriptions of its files have it.

Its maker publishes no specification. Names and forms are those of exports described in public:
amounts in whole chips, cards like `10d as`, events FOLD, CHECK, CALL, BET, RAISE TO, ALL IN and
BOARD CARD. Chips are cents here, so that amounts stay whole. What the format has no word for
stands in the hand's `Description`, which is its field for comments.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from host_tools.histories.actions import UNKNOWN
from host_tools.histories.hand import ACT, DRAW, SHARED, SHOW, Event, Hand

_VARIANTS = {"holdem": "HOLDEM", "omaha": "OMAHA", "draw": "DRAW5", "stud": "STUD5"}
_CLASSES = {"holdem": "FLOP", "omaha": "FLOP", "draw": "DRAW", "stud": "STUD"}
_LIMITS = {"no-limit": "NOLIMIT", "fixed": "LIMIT", "straddle": "NOLIMIT"}
_USUAL = {"holdem": "NOLIMIT", "omaha": "POTLIMIT", "draw": "NOLIMIT", "stud": "POTLIMIT"}
_ACTS = {"check": "CHECK", "call": "CALL", "fold": "FOLD", "bet": "BET"}
_TICKS = 10_000_000  # a second, in the units that identify a session
_YEAR_ONE = 62_135_596_800  # seconds from the year 1 to 1970


def gfx(hand: Hand, values: dict[str, Any] | None = None) -> str:
    """The file of one round; `values` are the determinations, where known."""
    return gfx_session([(hand, values)])


def gfx_session(rounds: Sequence[tuple[Hand, dict[str, Any] | None]]) -> str:
    """One session with these rounds, which are of one table; it began with the first of them."""
    first = rounds[0][0] if rounds else None
    told = {
        "CreatedDateTimeUTC": _when(first),
        "EventTitle": first.table if first else "",
        "Hands": [_hand(hand, values or {}, _when(hand)) for hand, values in rounds],
        "ID": (_YEAR_ONE + int(_seconds(first))) * _TICKS,
        "Payouts": [0] * 10,
        "SoftwareVersion": "Cardtable",
        "Type": "FEATURE_TABLE",
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def _seconds(hand: Hand | None) -> float:
    return hand.time_ms / 1000 if hand is not None and hand.clock == "t" else 0


def _when(hand: Hand | None) -> str:
    when = datetime.fromtimestamp(_seconds(hand), UTC)
    return when.strftime("%Y-%m-%dT%H:%M:%S.0000000Z")


def _hand(hand: Hand, values: dict[str, Any], when: str) -> dict[str, Any]:
    limit = values.get("limit")
    structure = _LIMITS.get(limit, "POTLIMIT") if limit else _USUAL[hand.game]
    blinds = [post for post in hand.posts if post.what == "blind"]
    notes = [event.note for event in hand.events() if event.note] + hand.notes
    if hand.commission:
        notes.append(f"Commission {hand.commission / 100:.2f}.")
    if hand.clock != "t":
        notes.append("The time of this round is not known.")
    notes += [
        f"Box {post.seat} posted {post.amount / 100:.2f}, {post.dead / 100:.2f} of it dead."
        for post in hand.posts
        if post.what in ("entry", "over")
    ]
    return {
        "AnteAmt": max(hand.posted("ante").values(), default=0),
        "BetStructure": structure,
        "BombPotAmt": 0,
        "Description": " ".join(["Amounts in cents.", *notes]),
        "Duration": "PT0S",
        "Events": _events(hand),
        "FlopDrawBlinds": {
            "AnteType": "STD_ANTE",
            "BigBlindAmt": blinds[-1].amount if blinds else 0,
            "BigBlindPlayerNum": blinds[-1].seat if blinds else 0,
            "BlindLevel": 0,
            "ButtonPlayerNum": hand.marker,
            "SmallBlindAmt": blinds[0].amount if len(blinds) > 1 else 0,
            "SmallBlindPlayerNum": blinds[0].seat if len(blinds) > 1 else 0,
            "ThirdBlindAmt": blinds[2].amount if len(blinds) > 2 else 0,
            "ThirdBlindPlayerNum": blinds[2].seat if len(blinds) > 2 else 0,
        },
        "GameClass": _CLASSES[hand.game],
        "GameVariant": _VARIANTS[hand.game],
        "HandNum": hand.number,
        "NumBoards": 1,
        "Players": [_player(hand, seat) for seat in sorted(hand.order)],
        "RecordingOffsetStart": "P0D",
        "RunItNumTimes": 1,
        "StartDateTimeUTC": when,
        "StudLimits": {
            "BringInAmt": 0,
            "BringInPlayerNum": 0,
            "HighLimitAmt": values.get("big_bet") or 0,
            "LowLimitAmt": values.get("small_bet") or 0,
        },
    }


def _events(hand: Hand) -> list[dict[str, Any]]:
    made = []
    pot = sum(post.amount for post in hand.posts)
    for event in hand.events():
        if event.kind == ACT:
            name = "ALL IN" if event.all_in else _ACTS.get(event.what, "RAISE TO")
            pot = event.pot
            made.append(_event(name, event.seat, event.to if event.added else 0, pot))
        elif event.kind == SHARED:
            made += [_event("BOARD CARD", 0, 0, pot, card=_card(card)) for card in event.cards]
        elif event.kind == DRAW:
            made.append(_event("DRAW CARDS", event.seat, 0, pot, drawn=len(event.cards)))
    return made


def _event(
    name: str, seat: int, amount: int, pot: int, card: str | None = None, drawn: int = 0
) -> dict[str, Any]:
    return {
        "BetAmt": amount,
        "BoardCards": card,
        "BoardNum": 0,
        "DateTimeUTC": None,
        "EventType": name,
        "NumCardsDrawn": drawn,
        "PlayerNum": seat,
        "Pot": pot,
    }


def _player(hand: Hand, seat: int) -> dict[str, Any]:
    dealt = [c for e in hand.events() if e.seat == seat and e.kind == "deal" for c in e.cards]
    shown: list[Event] = [e for e in hand.showdown if e.seat == seat and e.kind == SHOW]
    cards = list(shown[0].cards) if shown else dealt
    known = [_card(card) for card in cards if card != UNKNOWN]
    posted = [post.amount - post.dead for post in hand.posts if post.seat == seat]
    straddles = [p.amount for p in hand.posts if p.seat == seat and p.what == "over"]
    return {
        "AggressionFrequencyPercent": 0,
        "BlindBetStraddleAmt": sum(straddles) if posted else 0,
        "CumulativeWinningsAmt": hand.finish[seat] - hand.start[seat],
        "EliminationRank": -1,
        "EndStackAmt": hand.finish[seat],
        "HoleCards": [" ".join(known)],
        "LongName": f"Box {seat}",
        "Name": f"Box {seat}",
        "PlayerNum": seat,
        "PreFlopRaisePercent": 0,
        "SittingOut": False,
        "StartStackAmt": hand.start[seat],
        "VPIPPercent": 0,
        "WentToShowDownPercent": 100 if shown else 0,
    }


def _card(card: str) -> str:
    return card.replace("T", "10").lower() if card != "Jk" else "jk"
