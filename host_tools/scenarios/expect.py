"""What must come out of a round, and the differences from what came out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardtable.rules.hands.rankings import CATEGORIES
from host_tools.rulebook.numbers import matches, parts
from host_tools.scenarios.amounts import Unreadable, cents, written

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
    return _READERS.get(key, _rule)(value)


def _hands(value: Any) -> dict[int, str]:
    hands = _seats(value)
    for category in hands.values():
        if category not in CATEGORIES:
            raise Unreadable(f"'{category}' is no hand; hands are {', '.join(CATEGORIES)}")
    return hands


def _outcome(value: Any) -> str:
    if value not in OUTCOMES:
        raise Unreadable(f"must be one of {', '.join(OUTCOMES)}")
    return value


def _rules(value: Any) -> list[str]:
    rules = [value] if isinstance(value, str) else value
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise Unreadable('must be a list of rules: ["C19.13"]')
    return rules


def _texts(value: Any) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
        raise Unreadable('must be a list of texts: ["deemed a call"]')
    return texts


def _rule(value: Any) -> str:
    if not isinstance(value, str) or not parts(value):
        raise Unreadable('must be a rule, like "4.2(g)"')
    return value


def _seats(value: Any) -> dict[int, Any]:
    if not isinstance(value, dict):
        raise Unreadable("must be a map from seat to value: { 1 = 208 }")
    for seat in value:
        if not seat.isdecimal() or not 1 <= int(seat) <= 10:
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


_READERS: dict[str, Callable[[Any], Any]] = {
    "hands": _hands,
    "pots": _pots,
    "commission": cents,
    "outcome": _outcome,
    "irregular": _rules,
    "told": _texts,
    "jackpot": _jackpot,
    "next": _next,
}


def differences(expect: dict[str, Any], got: dict[str, Any]) -> list[str]:
    """Each expectation that does not hold, in plain words."""
    found: list[str] = []
    for key, wanted in expect.items():
        have = got.get(key)
        if key in (*_MONEY_MAPS, "hands"):
            found += _map(key, wanted, have or {}, key in ("returned", "net"))
        elif key in _COMPARED:
            found += _COMPARED[key](key, wanted, have)
        elif wanted != have:
            found.append(f"{key}: expected {_said(wanted, key)}, got {_said(have, key)}")
    return found


def _irregular_differences(_key: str, wanted: list[str], have: list[str] | None) -> list[str]:
    met = have or []
    return [
        f"irregular: {rule} was not met; met: {', '.join(met) or 'none'}"
        for rule in wanted
        if not any(matches(rule, one) for one in met)
    ]


def _told_differences(_key: str, wanted: list[str], have: list[str] | None) -> list[str]:
    said = " ".join(line.strip() for line in have or []).lower()
    return [
        f"told: '{text}' was not told; see it with --tell"
        for text in wanted
        if " ".join(text.lower().split()) not in said
    ]


def _error_differences(_key: str, wanted: str, have: str | None) -> list[str]:
    if have is not None and matches(wanted, have):
        return []
    return [f"error: expected {wanted}, got {have or 'none'}"]


def _section_differences(
    key: str, wanted: dict[str, Any], have: dict[str, Any] | None
) -> list[str]:
    found: list[str] = []
    for name, value in wanted.items():
        other = (have or {}).get(name)
        if isinstance(value, dict):
            found += _map(f"{key}.{name}", value, other or {}, True)
        elif value != other:
            kind = "ante" if name == "ante" else key
            found.append(f"{key}.{name}: expected {_said(value, kind)}, got {_said(other, kind)}")
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


_COMPARED: dict[str, Callable[[str, Any, Any], list[str]]] = {
    "pots": lambda _key, wanted, have: _pot_differences(wanted, have or []),
    "irregular": _irregular_differences,
    "told": _told_differences,
    "error": _error_differences,
    "next": _section_differences,
    "jackpot": _section_differences,
}


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
