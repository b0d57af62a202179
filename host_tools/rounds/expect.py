"""What must come out of a round, and the differences from what came out."""

from __future__ import annotations

from typing import Any

from cardtable.rules.orders import CATEGORIES
from host_tools.rounds.amounts import Unreadable, cents, written
from host_tools.rulebook.numbers import matches, parts

EXPECT_KEYS = [
    "stacks",
    "net",
    "returned",
    "hands",
    "pots",
    "commission",
    "outcome",
    "irregular",
    "jackpot",
    "next",
    "error",
    "told",
]
OUTCOMES = ("won", "settled", "misdeal", "void", "unfinished")
_MONEY_MAPS = ("stacks", "net", "returned")


def read_expect(key: str, value: Any) -> Any:
    """One expectation in cents and seat numbers; Unreadable when it makes no sense."""
    if key in _MONEY_MAPS:
        return {seat: cents(one, key == "net") for seat, one in _seats(value).items()}
    if key == "hands":
        hands = _seats(value)
        for category in hands.values():
            if category not in CATEGORIES:
                raise Unreadable(f"'{category}' is no hand; hands are {', '.join(CATEGORIES)}")
        return hands
    if key == "pots":
        return _pots(value)
    if key == "commission":
        return cents(value)
    if key == "outcome":
        if value not in OUTCOMES:
            raise Unreadable(f"must be one of {', '.join(OUTCOMES)}")
        return value
    if key == "irregular":
        rules = [value] if isinstance(value, str) else value
        if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
            raise Unreadable('must be a list of rules: ["C19.13"]')
        return rules
    if key == "told":
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(one, str) and one for one in texts):
            raise Unreadable('must be a list of texts: ["deemed a call"]')
        return texts
    if key == "jackpot":
        return _jackpot(value)
    if key == "next":
        return _next(value)
    if not isinstance(value, str) or not parts(value):
        raise Unreadable('must be a rule, like "4.2(g)"')
    return value


def _seats(value: Any) -> dict[int, Any]:
    if not isinstance(value, dict):
        raise Unreadable("must be a map from seat to value: { 1 = 208 }")
    for seat in value:
        if not seat.isdigit() or not 1 <= int(seat) <= 10:
            raise Unreadable(f"'{seat}' is no seat; seats are 1 to 10")
    return {int(seat): one for seat, one in value.items()}


def _pots(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(pot, dict) for pot in value):
        raise Unreadable("must be a list of { amount = 30, winners = [1] }")
    pots = []
    for pot in value:
        if set(pot) - {"amount", "winners"}:
            raise Unreadable("a pot has amount and winners only")
        read: dict[str, Any] = {}
        if "amount" in pot:
            read["amount"] = cents(pot["amount"])
        if "winners" in pot:
            winners = pot["winners"]
            if not isinstance(winners, list) or not all(isinstance(seat, int) for seat in winners):
                raise Unreadable("winners is a list of seats: [1, 4]")
            read["winners"] = sorted(winners)
        pots.append(read)
    return pots


def _jackpot(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or set(value) - {"pool", "reserve", "paid"}:
        raise Unreadable("has pool, reserve and paid")
    found: dict[str, Any] = {key: cents(value[key]) for key in ("pool", "reserve") if key in value}
    if "paid" in value:
        found["paid"] = {seat: cents(one) for seat, one in _seats(value["paid"]).items()}
    return found


_NEXT = ("button", "puck", "marker", "act", "first", "blinds", "ante")


def _next(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or set(value) - set(_NEXT):
        raise Unreadable(f"has {', '.join(_NEXT)}")
    found: dict[str, Any] = {}
    for key, one in value.items():
        if key == "ante":
            found[key] = cents(one)
            continue
        for seat in one if key == "blinds" and isinstance(one, list) else [one]:
            if isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= 10:
                wanted = "a list of seats" if key == "blinds" else "a seat"
                raise Unreadable(f"{key} must be {wanted}, 1 to 10")
        found[key] = one
    return found


def differences(expect: dict[str, Any], got: dict[str, Any]) -> list[str]:
    """Each expectation that does not hold, in plain words."""
    found: list[str] = []
    for key, wanted in expect.items():
        have = got.get(key)
        if key in (*_MONEY_MAPS, "hands"):
            found += _map(key, wanted, have or {}, key in ("returned", "net"))
        elif key == "pots":
            found += _pot_differences(wanted, have or [])
        elif key == "irregular":
            for rule in wanted:
                if not any(matches(rule, met) for met in have or []):
                    found.append(
                        f"irregular: {rule} was not met; met: {', '.join(have or []) or 'none'}"
                    )
        elif key == "told":
            said = " ".join(line.strip() for line in have or [])
            for text in wanted:
                if " ".join(text.lower().split()) not in said.lower():
                    found.append(f"told: '{text}' was not told; see it with --tell")
        elif key == "error":
            if have is None or not matches(wanted, have):
                found.append(f"error: expected {wanted}, got {have or 'none'}")
        elif key in ("next", "jackpot"):
            for name, one in wanted.items():
                other = (have or {}).get(name)
                if isinstance(one, dict):
                    found += _map(f"{key}.{name}", one, other or {}, True)
                elif one != other:
                    kind = "ante" if name == "ante" else key
                    found.append(
                        f"{key}.{name}: expected {_said(one, kind)}, got {_said(other, kind)}"
                    )
        elif wanted != have:
            found.append(f"{key}: expected {_said(wanted, key)}, got {_said(have, key)}")
    return found


def _map(key: str, wanted: dict[int, Any], have: dict[int, Any], zero: bool) -> list[str]:
    found = []
    for seat, one in wanted.items():
        other = have.get(seat, 0 if zero else None)
        if one != other:
            found.append(f"{key}: seat {seat} expected {_said(one, key)}, got {_said(other, key)}")
    return found


def _pot_differences(wanted: list[dict[str, Any]], have: list[dict[str, Any]]) -> list[str]:
    found = []
    if len(wanted) != len(have):
        found.append(f"pots: expected {len(wanted)}, got {len(have)}: {_said(have, 'pots')}")
    for n, (pot, other) in enumerate(zip(wanted, have), 1):
        for name, one in pot.items():
            got = other[name]
            if got != one:
                found.append(
                    f"pots: pot {n} {name} expected {_said(one, name)}, got {_said(got, name)}"
                )
    return found


def _said(value: Any, key: str) -> str:
    """A value as a person would write it in the file."""
    if value is None:
        return "nothing"
    money = key.split(".")[0] in (*_MONEY_MAPS, "commission", "amount", "jackpot", "ante")
    if isinstance(value, int) and money:
        return written(value)
    if key == "pots":
        return "; ".join(f"{written(pot['amount'])} to {pot['winners']}" for pot in value) or "none"
    return str(value)
