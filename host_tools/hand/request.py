"""What `cardtable hand` is asked: checked once, whether it comes as options or as a JSON line."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from cardtable.desk.card_lists import check_distinct, parse_cards
from cardtable.desk.deck_facts import check_in_deck
from cardtable.rules.cards import CardError
from cardtable.rules.decks import SIZES

MODES = ("high", "low", "high-low")
_HOLE_CARDS = {"holdem": 2, "omaha": 4}  # TGC-2006 C 11.3, NI2006-156 r 9.2
_SHOWN = 40  # how much of a wrong value an error repeats


class RequestError(ValueError):
    """A request that cannot be answered; the text names every reason at once."""


@dataclass(frozen=True)
class Request:
    """Cards to compare, and by which rules."""

    hands: list[list[int]]  # five cards each; in a game, each player's hole cards
    game: str | None = None
    board: list[int] = field(default_factory=list)
    deck: int = 52
    joker_in_deck: bool = False
    order: str = "act"
    ace_low_allowed: bool = True
    mode: str = "high"
    low_ace: str = "high"
    qualifier: bool = True


# key -> the values it may have; None stands for "true or false"
_SETTINGS: dict[str, tuple | None] = {
    "deck": SIZES,
    "joker_in_deck": None,
    "order": ("act", "tas"),
    "ace_low_allowed": None,
    "mode": MODES,
    "low_ace": ("high", "low"),
    "qualifier": None,
}
_KEYS = (*_SETTINGS, "hands", "game", "board", "players")


def from_line(line: bytes) -> Request:
    """The request in one line of JSON."""
    try:
        asked = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RequestError("not a line of UTF-8 text") from error
    except RecursionError as error:
        raise RequestError("not a request: nested too deeply") from error
    except ValueError as error:
        if not line.strip():
            raise RequestError("an empty line; expected a JSON object") from error
        raise RequestError(f"not JSON: {error}") from error
    return from_dict(asked)


def from_dict(asked: Any) -> Request:
    """The request in a mapping; RequestError names everything that is wrong with it."""
    if not isinstance(asked, dict):
        raise RequestError(f"expected a JSON object with 'hands' or 'game'; got {_shown(asked)}")
    problems = [_unknown(key, _KEYS) for key in asked if key not in _KEYS]
    settings = {}
    for key, allowed in _SETTINGS.items():
        if key in asked:
            problem = _setting_problem(key, asked[key], allowed)
            if problem:
                problems.append(problem)
            else:
                settings[key] = asked[key]
    deck = settings.get("deck", 52)
    joker = settings.get("joker_in_deck", False)
    if "game" in asked:
        cards = _game(asked, deck, joker, problems)
    else:
        cards = _hands(asked, deck, joker, problems)
    if problems:
        raise RequestError("; ".join(problems))
    return Request(**cards, **settings)


def _hands(asked: dict, deck: int, joker: bool, problems: list[str]) -> dict[str, Any]:
    for key in ("board", "players"):
        if key in asked:
            problems.append(f"'{key}' belongs to a 'game' (omaha or holdem)")
    if "hands" not in asked:
        problems.append("nothing to compare: give 'hands', or 'game' with 'board' and 'players'")
        return {}
    listed = asked["hands"]
    if not isinstance(listed, list) or not listed:
        problems.append(f"'hands' is a list of hands like \"KsKhKdJcJs\"; got {_shown(listed)}")
        return {}
    # Hands may share cards: they can be put to a comparison without coming from one deal.
    return {
        "hands": [
            _cards(f"hands[{place}]", text, (5,), deck, joker, problems)
            for place, text in enumerate(listed)
        ]
    }


def _game(asked: dict, deck: int, joker: bool, problems: list[str]) -> dict[str, Any]:
    if "hands" in asked:
        problems.append("give either 'hands' or 'game', not both")
    game = asked["game"]
    if not isinstance(game, str) or game not in _HOLE_CARDS:
        problems.append(_choice("game", game, tuple(_HOLE_CARDS)))
        return {}
    board: list[int] = []
    if "board" in asked:
        board = _cards("board", asked["board"], (3, 4, 5), deck, joker, problems)
    else:
        problems.append(f"'board' is missing: {game} is compared on three to five communal cards")
    players = asked.get("players")
    if not isinstance(players, list) or not players:
        given = "is missing" if players is None else f"got {_shown(players)}"
        problems.append(f'\'players\' {given}; it is a list like [{{"hole": "AsKd"}}]')
        return {}
    holes = []
    for place, player in enumerate(players):
        where = f"players[{place}]"
        if not isinstance(player, dict):
            problems.append(f'{where} is an object like {{"hole": "..."}}; got {_shown(player)}')
            continue
        problems.extend(f"{where}: {_unknown(key, ('hole',))}" for key in player if key != "hole")
        if "hole" not in player:
            problems.append(f"{where}: 'hole' is missing")
            continue
        count = (_HOLE_CARDS[game],)
        holes.append(_cards(f"{where}.hole", player["hole"], count, deck, joker, problems))
    if not problems:
        names = ["board", *(f"players[{place}].hole" for place in range(len(holes)))]
        try:
            check_distinct([board, *holes], names)
        except CardError as error:
            problems.append(str(error))
    return {"hands": holes, "game": game, "board": board}


def _cards(
    where: str, text: Any, counts: tuple, deck: int, joker: bool, problems: list[str]
) -> list[int]:
    if not isinstance(text, str):
        problems.append(f'{where} is cards as text, like "KsKhKdJcJs"; got {_shown(text)}')
        return []
    try:
        cards = parse_cards(text)
        if len(cards) not in counts:
            wanted = " or ".join(map(str, counts))
            problems.append(f"{where} has {len(cards)} cards; expected {wanted}")
        check_in_deck(cards, deck, joker)
    except CardError as error:
        problems.append(f"{where}: {error}")
        return []
    return cards


def _setting_problem(key: str, value: Any, allowed: tuple | None) -> str | None:
    if allowed is None:
        if isinstance(value, bool):
            return None
        return f"'{key}' is true or false; got {_shown(value)}"
    # 52.0 and True equal numbers in Python; in a request they are slips.
    if type(value) is type(allowed[0]) and value in allowed:
        return None
    return _choice(key, value, allowed)


def _choice(key: str, value: Any, allowed: tuple) -> str:
    text = f"'{key}' is {', '.join(map(str, allowed[:-1]))} or {allowed[-1]}; got {_shown(value)}"
    return text + _suggestion(value, allowed)


def _unknown(key: str, known: tuple) -> str:
    return f"unknown key {_shown(key)}" + _suggestion(key, known)


def _suggestion(value: Any, known: tuple) -> str:
    if not isinstance(value, str):
        return ""
    words = [str(word) for word in known]
    close = get_close_matches(value.lower(), words, 1)
    return f" (did you mean '{close[0]}'?)" if close else ""


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
