"""What may be done now, as buttons: made from what the board expects, with amounts and words.

The board decides; this only puts its expectations into an order that a hand finds again, and adds
the ordinary actions that are closed just now, so that one can ask why.
"""

from __future__ import annotations

from typing import Any

from cardtable.rules.places import BOARD, BURN, DEALER, SEATS, SHOE, is_seat
from host_tools.console.page_types import Action, Actions, Again, Amount, Place, Wager
from host_tools.console.round_projection import PHASES, RoundProjection, TableView
from host_tools.wording import money, place

_ORDER = (
    "check", "call", "bet", "raise", "all_in", "call_fold", "fold",
    "show", "muck", "stand", "declare", "collect", "begin", "reshuffle", "rule_void",
)  # fmt: skip
_KEYS = {
    "check": "k",
    "call": "c",
    "bet": "b",
    "raise": "r",
    "all_in": "a",
    "fold": "f",
    "show": "s",
    "muck": "m",
    "begin": "n",
    "collect": "x",
}
_STYLES = {"fold": "danger", "muck": "danger", "rule_void": "danger", "all_in": "strong"}
_PLAIN = {
    "check": "Check",
    "fold": "Fold",
    "call_fold": "Call and fold",
    "stand": "Stands pat",
    "show": "Show",
    "muck": "Muck",
    "declare": "Declares a jackpot hand",
    "begin": "No more wagers",
    "reshuffle": "Shuffle the discards",
    "rule_void": "Void the round",
    "jackpot": "Jackpot chip",
}
_CLOSED = ("check", "call", "bet", "raise", "all_in", "fold")


def actions(view: TableView) -> Actions:
    folded = view.now
    told: Actions = {"headline": "", "detail": "", "act": [], "wagers": [], "deal": None}
    if folded is None:
        told["headline"] = "Waiting for the board"
        return told
    expects = [tuple(given) for given in view.expects]
    due = [given[1] for given in expects if given[0] == "card"]
    told["deal"] = due[0] if due else None
    if folded.banked:
        _banked(told, folded, expects)
        told["again"] = _again(view.before) if told["wagers"] else []
    else:
        _between_players(told, folded, expects)
    told["headline"] = told["headline"] or PHASES.get(folded.played.phase, "")
    return told


def _action(kind: str, given: tuple, label: str) -> Action:
    return {
        "kind": kind,
        "input": list(given),
        "label": label,
        "key": _KEYS.get(kind),
        "style": _STYLES.get(kind, ""),
    }


def _at(seat: int | None, action: Action) -> Action:
    action["seat"] = seat
    return action


def _amount(least: int, most: int, presets: list[tuple[str, int]], step: int) -> Amount:
    """Presets keep their places: one that is out of bounds offers the nearest that is not."""
    return {
        "least": least,
        "most": most,
        "step": step,
        "presets": [
            {"label": label, "cents": max(least, min(most, cents))} for label, cents in presets
        ],
    }


# ---- players against each other


def _between_players(told: Actions, folded: RoundProjection, expects: list[tuple]) -> None:
    played = folded.played
    turn = played.to_act()
    kinds = {given[0] for given in expects}
    for given in expects:
        action = _of_players(played, given)
        if action is not None:
            told["act"].append(action)
    told["act"].sort(key=lambda one: _ORDER.index(one["kind"]))
    if turn:
        told["act"] += [_closed(played, kind, turn) for kind in _CLOSED if kind not in kinds]
        call = min(max(played.betting.level - played.bet[turn], 0), played.stack[turn])
        told["headline"] = f"Box {turn} to act"
        to_call = f"{money(call)} to call" if call else "nothing to call"
        told["detail"] = f"{to_call} · {money(played.stack[turn])} behind"
        if folded.game == "stud" and not played.bets:
            told["detail"] = ""
        told["seat"] = turn
    elif played.phase == "before":
        _between_rounds(told, played, expects)
    elif played.phase == "show":
        waiting = [given[1] for given in expects if given[0] == "show"]
        told["headline"] = "Showdown"
        named = _seats(waiting)
        told["detail"] = f"{named} to show" if named else ""
        if played.called in waiting:
            told["detail"] += f"; box {played.called} was called and shows first"
    elif told["deal"] is not None:
        told["headline"] = _deal_words(told["deal"])
        told["detail"] = "The card is recognised when it passes a reader."
    elif "throw" in kinds or "stand" in kinds:
        seat = next(given[1] for given in expects if given[0] in ("throw", "stand"))
        told["headline"] = f"Box {seat} draws"
        told["detail"] = "Cards passed in go to the rack, where they are counted."
        told["seat"] = seat
    if "throw" in kinds:
        told["throw"] = next(given[1] for given in expects if given[0] == "throw")


def _between_rounds(told: Actions, played: Any, expects: list[tuple]) -> None:
    ready = any(given[0] in ("card", "begin") for given in expects)
    if ready:
        told["headline"] = "Ready to deal"
        told["detail"] = f"{len(played.seated)} players seated. Shuffle, cut, deal."
    else:
        told["headline"] = "Waiting for players"
        told["detail"] = "Seats and chips are entered in the supervisor's view."


def _of_players(played: Any, given: tuple) -> Action | None:
    kind = given[0]
    if kind in ("card", "move", "buy", "join", "leave", "back", "throw", "away", "post"):
        return None
    seat = given[1] if len(given) > 1 else None
    if kind == "call":
        call = min(played.betting.level - played.bet[seat], played.stack[seat])
        return _action(kind, given, f"Call {money(call)}")
    if kind == "all_in":
        return _action(kind, given, f"All in {money(played.stack[seat] + played.front[seat])}")
    if kind in ("bet", "raise"):
        least, most = given[2]
        verb = "Bet" if kind == "bet" else "Raise to"
        label = f"{verb} {money(least)}" if least == most else f"{verb} …"
        pot = played.pot()
        call = max(played.betting.level - played.bet[seat], 0)
        after = pot + call
        base = played.betting.level
        presets = [
            ("Minimum", least),
            ("Half pot", _rounded(base + after // 2, least, played)),
            ("Pot", _rounded(base + after, least, played)),
            ("Most", most),
        ]
        step = _step(played)
        action = _action(kind, (kind, seat, least), label)
        action["amount"] = _amount(least, most, presets, step)
        action["at"] = 2
        return action
    if kind == "show":
        return _action(kind, ("show", seat, None), f"Box {seat} shows")
    if kind == "muck":
        return _action(kind, given, f"Box {seat} mucks")
    if kind == "begin":
        return _action(kind, given, "Begin the deal")
    if kind in _PLAIN:
        several = kind in ("fold", "check", "declare", "stand") and not played.to_act()
        label = _PLAIN[kind] if not several else f"Box {seat}: {_PLAIN[kind].lower()}"
        return _action(kind, given, label)
    if kind == "collect":
        return _action(kind, given, "Collect the cards")
    return None


def _step(played: Any) -> int:
    return played.values.get("smallest_chip") or played.values.get("min_bet") or 100


def _rounded(cents: int, least: int, played: Any) -> int:
    step = _step(played)
    return max(least, cents // step * step)


def _closed(played: Any, kind: str, seat: int) -> Action:
    """An ordinary action that is not open now: pressed, the board says why not."""
    given: tuple = (kind, seat)
    if kind in ("bet", "raise"):
        given = (kind, seat, played.betting.level + max(played.betting.level, _step(played)))
    label = {"call": "Call", "bet": "Bet", "raise": "Raise", "all_in": "All in"}.get(kind)
    action = _action(kind, given, label or _PLAIN.get(kind, kind))
    action["closed"] = True
    return action


def _seats(seats: list[int]) -> str:
    if not seats:
        return ""
    names = [str(seat) for seat in seats]
    if len(names) == 1:
        return f"Box {names[0]}"
    return f"Boxes {', '.join(names[:-1])} and {names[-1]}"


def _deal_words(where: int) -> str:
    if where == BURN:
        return "Burn a card"
    if where == BOARD:
        return "Deal a card to the board"
    if where == DEALER:
        return "Deal a card to the dealer"
    return f"Deal a card to box {where}"


# ---- the house banks


def _banked(told: Actions, folded: RoundProjection, expects: list[tuple]) -> None:
    played = folded.played
    kinds = {given[0] for given in expects}
    if played.phase == "wagers":
        told["headline"] = "Place your wagers" if not played.boxes else "Wagers are open"
        boxes = len(played.boxes)
        told["detail"] = (
            f"{boxes} box{'es' if boxes != 1 else ''} with an ante. The first card closes them."
            if boxes
            else f"Antes from {money(played.values['ante_min'])} "
            f"to {money(played.values['ante_max'])}"
        )
        told["wagers"] = _wagers(played, expects)
    elif played.phase == "deal":
        told["headline"] = _deal_words(told["deal"]) if told["deal"] is not None else "Dealing"
        told["detail"] = "One card at a time, clockwise, the dealer last."
    elif "bet" in kinds or "fold" in kinds:
        undecided = sorted({given[1] for given in expects if given[0] in ("bet", "fold")})
        told["headline"] = "Bet or fold"
        told["detail"] = f"{_seats(undecided)} to decide"
        told["seat"] = undecided[0]
    elif ("show", DEALER) in expects:
        told["headline"] = "Turn over the dealer's hand"
        told["detail"] = "Every box has decided."
    elif "show" in kinds:
        told["headline"] = "Turn over the players' hands"
        told["detail"] = f"{_seats([given[1] for given in expects if given[0] == 'show'])} to show"
    elif "collect" in kinds:
        told["headline"] = "Collect the cards"
        told["detail"] = "Jackpot hands are declared before they are collected."
    for given in expects:
        action = _of_the_house(given)
        if action is not None:
            told["act"].append(action)
    told["act"].sort(key=lambda one: (one.get("seat") or 99, _ORDER.index(one["kind"])))


def _of_the_house(given: tuple) -> Action | None:
    kind = given[0]
    if kind in ("card", "ante", "jackpot", "move"):
        return None
    seat = given[1] if len(given) > 1 else None
    if kind == "bet":
        return _at(seat, _action(kind, ("bet", seat, given[2]), f"Bet {money(given[2])}"))
    if kind == "fold":
        return _at(seat, _action(kind, given, "Fold"))
    if kind == "show":
        whose = "The dealer's hand" if seat == DEALER else "Show"
        # The table shows what lies there: nobody has to name the cards.
        return _at(seat or None, _action(kind, ("show", seat, None), whose))
    if kind == "declare":
        return _at(seat, _action(kind, given, "Declares a jackpot hand"))
    if kind == "collect":
        label = "Collect all hands" if seat is None else "Collect"
        return _at(seat, _action(kind, given, label))
    return _action(kind, given, _PLAIN.get(kind) or kind)


def _wagers(played: Any, expects: list[tuple]) -> list[Wager]:
    """One row a box: its ante to enter or take back, its jackpot chip."""
    new = any(given[:2] == ("ante", None) for given in expects)
    values = played.values
    step = values["ante_multiple"] or values["ante_min"]
    least, most = values["ante_min"], values["ante_max"]
    presets = [(money(c), c) for c in (500, 1000, 2500) if c % step == 0 and least <= c <= most]
    amount = _amount(least, most, presets or [("Minimum", least)], step)
    rows: list[Wager] = []
    for seat in range(1, SEATS + 1):
        box = played.boxes.get(seat)
        rows.append(
            {
                "seat": seat,
                "ante": box.ante if box else 0,
                "jackpot": box.jackpot if box else 0,
                "open": new if box is None else ("ante", seat, 0) in expects,
                "may_jackpot": ("jackpot", seat) in expects,
                "amount": amount,
            }
        )
    return rows


def _again(before: RoundProjection | None) -> list[Again]:
    """The wagers of the round before: most players place the same again."""
    if before is None or not before.banked:
        return []
    boxes = before.played.boxes
    return [
        {"seat": seat, "ante": boxes[seat].ante, "jackpot": boxes[seat].jackpot}
        for seat in sorted(boxes)
        if boxes[seat].ante
    ]


def exposure_places(folded: RoundProjection) -> list[Place]:
    """Where a card may have been seen: for the exposure button."""
    played = folded.played
    held = (
        {seat: len(box.tokens) for seat, box in played.boxes.items()} | {0: len(played.dealer)}
        if folded.banked
        else {seat: len(played.held[seat]) for seat in played.players}
    )
    found: list[Place] = [
        {"place": where, "name": place(where).capitalize()}
        for where in sorted(held)
        if held[where] and (is_seat(where) or where == DEALER)
    ]
    return [*found, {"place": SHOE, "name": "The next card in the shoe"}]
