"""The script of a round: one line, one thing that happened, as inputs for the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from cardtable.desk import place_names
from cardtable.desk.card_lists import parse_cards
from cardtable.rules import places
from cardtable.rules.cards import CardError, card_text, parse_card
from host_tools.scenarios.amounts import Unreadable, cents

Input = tuple[object, ...]


@dataclass(frozen=True)
class Step:
    """One line of the script: what it means, and whether it must be refused."""

    line: int
    text: str
    inputs: list[Input]
    refuse: bool = False
    rule: str | None = None


def read_line(number: int, text: str) -> Step | None:
    """The step that a line stands for; None for an empty line or a comment."""
    plain = " ".join(text.split("#", 1)[0].split())
    if not plain:
        return None
    refuse, rule, rest = _refusal(plain)
    return Step(number, plain, _inputs(_SEAT_NAMED.sub("", rest)), refuse, rule)


def _refusal(text: str) -> tuple[bool, str | None, str]:
    """(must be refused, by which rule, the line itself)."""
    if not re.match(r"refuse\b", text, re.IGNORECASE):
        return False, None, text
    rest = text[len("refuse") :].lstrip()
    rule = None
    if rest.startswith("("):
        depth = 0
        for at, letter in enumerate(rest):
            depth += {"(": 1, ")": -1}.get(letter, 0)
            if depth == 0:
                rule, rest = rest[1:at].strip(), rest[at + 1 :]
                break
        else:
            raise Unreadable("the bracket after 'refuse' is not closed; write: refuse(4.2(g)) LINE")
        if not rule:
            raise Unreadable("no rule between the brackets; write: refuse(4.2(g)) LINE")
    if not rest.strip():
        raise Unreadable("nothing to refuse; write: refuse LINE")
    return True, rule, rest.strip()


def _inputs(text: str) -> list[Input]:
    for pattern, make in _LINES:
        found = re.fullmatch(pattern, text, re.IGNORECASE)
        if found:
            return make(*found.groups())
    words = text.split()
    verbs = _SEAT_VERBS if re.fullmatch(r"\d+", words[0]) else _VERBS
    said = " ".join(words[1:2] if verbs is _SEAT_VERBS else words[:1])
    close = get_close_matches(said, verbs, 1, 0.5)
    known = f"; known: {', '.join(verbs)}"
    hint = f"; did you mean '{close[0]}'?" if close else known
    if said in verbs:
        hint = f"; write: {_FORMS.get(said, f'3 {said}')}"
    raise Unreadable(f"'{text}' is no line of a script{hint}")


# ---- the words of a line

_ALSO_CALLED = {"discards": "discard", "rack": "discard", "deck": "shoe", "pack": "shoe"}


def _seat(text: str) -> int:
    seat = int(text)
    if not places.is_seat(seat):
        raise Unreadable(f"there is no seat {text}; seats are 1 to {places.SEATS}")
    return seat


def _place(text: str) -> int:
    word = text.lower()
    try:
        return place_names.parse(_ALSO_CALLED.get(word, word))
    except ValueError as error:
        raise Unreadable(str(error)) from None


def _card(text: str) -> str:
    try:
        return card_text(parse_card(text))
    except CardError as error:
        raise Unreadable(str(error)) from None


def _cards(text: str) -> list[str]:
    try:
        return [card_text(card) for card in parse_cards(text)]
    except CardError as error:
        raise Unreadable(str(error)) from None


def _deal(text: str) -> list[Input]:
    inputs: list[Input] = []
    place: int | None = None
    bare = False
    for word in text.split():
        if word.lower() in ("dealer", "board", "burn") or re.fullmatch(r"\d+", word):
            place = _place(word)
            bare = True
        elif place is None:
            raise Unreadable(f"'{word}' lies nowhere; write the place before the card: deal 1 As")
        else:
            inputs += [("card", place, card) for card in _cards(word)]
            bare = False
    if not inputs or bare:
        raise Unreadable("a place without a card; write place and card: deal 1 As 2 Kd")
    return inputs


def _one(kind: str) -> Callable[[str], list[Input]]:
    return lambda seat: [(kind, _seat(seat))]


def _amount(kind: str) -> Callable[[str, str], list[Input]]:
    return lambda seat, amount: [(kind, _seat(seat), cents(amount))]


def _exposes(what: str) -> list[Input]:
    if what.lower() == "cut":
        return [("expose_cut",)]
    return [("expose", _place(what))]


def _wait(number: str, unit: str) -> list[Input]:
    return [("wait", int(number) * {"ms": 1, "s": 1000, "m": 60000, "h": 3600000}[unit.lower()])]


_SEAT_NAMED = re.compile(r"(?:seat|box|player) (?=\d)", re.IGNORECASE)  # seat 3 folds
_N = r"(\d+)"
_MONEY = r"\$?(\d+(?:\.\d+)?)"
_LINES: list[tuple[str, Callable[..., list[Input]]]] = [
    (r"deal (.+)", _deal),
    (_N + r" checks?", _one("check")),
    (_N + r" calls?", _one("call")),
    (_N + r" calls? and folds?", _one("call_fold")),
    (_N + r" folds?", _one("fold")),
    (_N + r" (?:goes )?all[- ]?in", _one("all_in")),
    (_N + r" bets?", lambda seat: [("bet", _seat(seat), None)]),
    (_N + r" bets? " + _MONEY, _amount("bet")),
    (_N + r" raises? to " + _MONEY, _amount("raise")),
    (_N + r" over-?blinds? " + _MONEY, _amount("over_blind")),
    (_N + r" posts? " + _MONEY, _amount("post")),
    (_N + r" joins? " + _MONEY, _amount("join")),
    (_N + r" leaves?", _one("leave")),
    (_N + r" moves? " + _N, lambda seat, to: [("change_seat", _seat(seat), _seat(to))]),
    (_N + r" buys? " + _MONEY, _amount("buy")),
    (_N + r" throws? (.+)", lambda seat, cards: [("throw", _seat(seat), _cards(cards))]),
    (_N + r" stands?", _one("stand")),
    (r"reshuffles?", lambda: [("reshuffle",)]),
    (_N + r" shows?", lambda seat: [("show", _seat(seat), None)]),
    (_N + r" shows? (.+)", lambda seat, cards: [("show", _seat(seat), _cards(cards))]),
    (_N + r" mucks?", _one("muck")),
    (_N + r" antes? " + _MONEY, _amount("ante")),
    (_N + r" jackpot", _one("jackpot")),
    (_N + r" declares?", _one("declare")),
    (_N + r" is (?:a )?newcomer", _one("newcomer")),
    (_N + r" (?:is )?away", _one("away")),
    (_N + r" (?:is )?back", _one("back")),
    (r"marker (?:at )?" + _N, _one("marker")),
    (
        r"supervisor notes (\w+) " + _N + r" (.+)",
        lambda what, seat, rule: [("decide", what.lower(), _seat(seat), rule)],
    ),
    (r"dealer takes? back", lambda: [("take_back", "dealer", 1)]),
    (
        r"supervisor takes? back(?: (\d+) entr(?:y|ies))?",
        lambda count: [("take_back", "supervisor", max(1, int(count or 1)))],
    ),
    (r"dealer collects?", lambda: [("collect", None)]),
    (r"dealer collects? " + _N, _one("collect")),
    (
        r"dealer collects? " + _N + r" with (\d+) cards?",
        lambda seat, count: [("count", _seat(seat), int(count)), ("collect", _seat(seat))],
    ),
    (_N + r" (?:has )?limit " + _MONEY, _amount("box_limit")),
    (
        r"dealer counts? (\S+) (\d+)",
        lambda place, count: [("count", _place(place), int(count))],
    ),
    (r"display " + _MONEY, lambda amount: [("display", cents(amount))]),
    (r"dealer exposes? (\S+)", _exposes),
    (_N + r" sees?", _one("see")),
    (
        r"move (\S+) (\S+) (\S+)",
        lambda card, start, end: [("move", _card(card), _place(start), _place(end))],
    ),
    (_N + r" discards? (\S+)", lambda seat, card: [("discard", _seat(seat), _card(card))]),
    (r"supervisor clock " + _N, _one("clock")),
    (r"supervisor fold " + _N, _one("rule_fold")),
    (
        r"supervisor removes? " + _N + r"(?: (.+))?",
        lambda seat, rule: [("rule_remove", _seat(seat), rule)],
    ),
    (
        r"supervisor returns? " + _N + r"(?: (.+))?",
        lambda seat, rule: [("rule_return", _seat(seat), rule)],
    ),
    (
        r"director seats? " + _N + " " + _MONEY,
        lambda seat, amount: [("direct", "seat", _seat(seat), cents(amount))],
    ),
    (
        r"director moves? " + _N + " " + _N,
        lambda seat, to: [("direct", "move", _seat(seat), _seat(to))],
    ),
    (r"director removes? " + _N, lambda seat: [("direct", "remove", _seat(seat), 0)]),
    (
        r"director corrects? " + _N + " " + _MONEY,
        lambda seat, amount: [("direct", "chips", _seat(seat), cents(amount))],
    ),
    (r"supervisor misdeal(?: (.+))?", lambda rule: [("rule_misdeal", rule)]),
    (r"supervisor void(?: (.+))?", lambda rule: [("rule_void", rule)]),
    (r"wait (\d+) ?(ms|s|m|h)(?:ec|econd|in|inute|our)?s?", _wait),
    (r"shoe fails?", lambda: [("shoe_fail",)]),
]
_SEAT_VERBS = [
    "check",
    "call",
    "fold",
    "all-in",
    "bet",
    "raise",
    "over-blind",
    "posts",
    "joins",
    "leaves",
    "moves",
    "buys",
    "throws",
    "stands",
    "shows",
    "mucks",
    "ante",
    "jackpot",
    "declares",
    "sees",
    "discards",
    "away",
    "back",
    "limit",
    "is",
]
_VERBS = ["deal", "reshuffle", "dealer", "display", "move", "marker", "supervisor", "wait", "shoe"]
_VERBS += ["refuse", "director"]
# How a line is written whose first word is right
_FORMS = {
    "bet": "3 bet 20, or in Canberra Poker 3 bet",
    "raise": "3 raise to 60",
    "over-blind": "3 over-blind 20",
    "posts": "3 posts 15",
    "joins": "3 joins 200",
    "is": "3 is a newcomer, 3 is away or 3 is back",
    "moves": "3 moves 5",
    "buys": "3 buys 100",
    "throws": "3 throws 2c 7d",
    "ante": "3 ante 5",
    "discards": "3 discards 7c",
    "deal": "deal 1 As 2 Kd",
    "limit": "3 limit 500",
    "dealer": "dealer collects, dealer collects 3, dealer collects 3 with 5 cards, "
    "dealer counts 3 5, dealer exposes 3, or dealer takes back",
    "director": "director seats 3 200, moves 3 5, removes 3 or corrects 3 150",
    "display": "display 20005",
    "move": "move Kd 3 2",
    "marker": "marker at 3",
    "supervisor": "supervisor clock 3, fold 3, returns 3, removes 3, takes back, "
    "takes back 2 entries, misdeal or void",
    "wait": "wait 90s",
    "shoe": "shoe fails",
    "reshuffle": "reshuffle",
    "refuse": "refuse LINE, once",
}
