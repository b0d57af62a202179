"""A table at which people key mistakes: the real croupier, rules and vault on emulated memories.

Nothing of `taking_back` is used to say what must come of it: a state is compared attribute by
attribute with what it was, and a round with mistakes with a twin that never made them.
"""

from __future__ import annotations

from random import Random
from typing import Any

from cardtable.desk.games import is_banked
from cardtable.engine.banked_game import BankedGame
from cardtable.engine.controller import RoundController
from cardtable.engine.poker_game import PokerGame
from cardtable.engine.round_port import RoundPort
from cardtable.rules import places
from cardtable.rules.cards import card_text
from cardtable.rules.determinations import settled
from tests.integration.vault.devices import TABLE, Devices
from tests.property.snapshots import snapshot

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "canberra": ("canberra", {"jackpot_wager": 100}),
    "canberra-1997": ("canberra-1997", {"jackpot_wager": 100}),
    "holdem": ("holdem", {"limit": "no-limit", "blinds": [100, 200]}),
    "omaha": ("omaha", {"limit": "full-pot", "blinds": [100, 200]}),
    "draw": ("draw", {"ante": 100}),
    "stud": ("stud", {"ante": 100}),
    "freeze-out": ("stud", {"freeze_wager": 500}),
}
SEATS = (2, 3, 5, 8)
_NO_KEYS = ("card", "wait", "display")


class Table:
    """One game; `twin(inputs)` plays the same without the mistakes."""

    def __init__(self, name: str, seed: int, devices: Devices | None = None) -> None:
        self.name, self.seed = name, seed
        game, given = GAMES[name]
        self.banked = is_banked(game)
        self.config: dict = {"table": TABLE} | settled(game, given)
        self.random = Random(f"{name} {seed}")
        self.devices = devices or Devices(fram=bytearray(65536), bus=False)
        self.start(self.devices.installed() if devices is None else self.devices.opened())
        self.deck: list[str] = []
        self.shuffle()

    def start(self, vault: Any) -> None:
        self.vault = vault
        make = BankedGame if self.banked else PokerGame
        self.controller = RoundController(
            vault, make(self.config, lambda n: bytes(range(n)), vault.books)
        )
        self.round_port = RoundPort(
            self.controller, lambda *_: None, lambda *_: None, self.devices.clock
        )
        self.controller.start()

    def restart(self) -> None:
        """The supply goes and comes back."""
        self.devices = self.devices.after_cut()
        self.start(self.devices.opened())

    @property
    def round(self) -> Any:
        return self.controller.round

    def shuffle(self) -> None:
        self.deck = [card_text(card) for card in range(52)]
        Random(f"deck {self.seed}").shuffle(self.deck)

    def take_seats(self) -> None:
        if not self.banked:
            for seat in SEATS:
                self.give(("join", seat, 20_000))
            self.give(("begin",))

    def give(self, given: tuple) -> bool:
        return self.controller.give(given)

    def take_back(self, who: str = "dealer", record: int | None = None) -> str | None:
        """None, or why not."""
        if self.give(("take_back", who, record)):
            return None
        assert self.controller.refusal is not None
        return self.controller.refusal.code

    def next(self) -> tuple | None:
        """Something that is expected, its gaps filled; None when the round is over."""
        played = self.round
        expects = [one for one in played.expects() if one[0] not in ("leave", "declare", "move")]
        if played.phase == "wagers" and len(played.boxes) >= 3:  # enough boxes: deal
            expects = [one for one in expects if one[0] in ("card", "jackpot")] or expects
        keyed = [one for one in expects if one[0] != "card"]
        cards = [one for one in expects if one[0] == "card"]
        calm = [one for one in keyed if one[0] not in ("fold", "rule_misdeal", "rule_void")]
        if calm and self.random.random() < 0.85:
            keyed = calm
        chosen = keyed or cards
        if keyed and cards and self.random.random() < 0.6:
            chosen = cards
        return self.filled(self.random.choice(chosen)) if chosen else None

    def filled(self, given: tuple) -> tuple:
        played, random = self.round, self.random
        kind, fields = given[0], list(given[1:])
        if kind == "card":
            return (kind, fields[0], self.deck[-1])
        if kind == "ante" and not fields[-1]:
            free = [seat for seat in SEATS if seat not in played.boxes]
            if fields[0] is None and free:
                return ("ante", random.choice(free), random.choice((500, 1000, 2500)))
        if kind == "throw":
            hand = [played.sealer.face(token) for token in played.held[fields[0]]]
            return (kind, fields[0], random.sample(hand, random.randint(1, 3)))
        if kind in ("bet", "raise") and isinstance(fields[1], (list, tuple)):
            low, high = fields[1]
            return (kind, fields[0], random.choice((low, low, min(high, 2 * low))))
        if kind == "show" and len(fields) > 1:
            return (kind, fields[0], None)
        if kind == "post":
            return (kind, fields[0], 200)
        return given

    def keyed(self, given: tuple) -> bool:
        return given[0] not in _NO_KEYS

    def dealt(self, given: tuple) -> None:
        if given[0] == "card":
            self.deck.pop()

    def state(self) -> dict[str, Any]:
        return state_of(self.round)

    def records(self, first: int | None = None) -> list[tuple]:
        return list(self.vault.records(first or self.vault.round_at))


def state_of(played: Any) -> dict[str, Any]:
    """Everything that a round is, as text that can be compared."""
    if hasattr(played, "betting"):
        told: dict[str, Any] = snapshot(played)
    else:
        told = {k: repr(v) for k, v in vars(played).items() if k not in _AROUND}
        told["boxes"] = repr({seat: _slots(box) for seat, box in played.boxes.items()})
    told["expects"] = repr(played.expects())
    told["money"] = played.money()
    return told


_AROUND = ("sealer", "values", "edition", "boxes", "_made", "_trying", "classify", "_class")


def _slots(box: Any) -> dict[str, Any]:
    return {name: getattr(box, name) for name in dir(box) if name[0] != "_"}


def by_face(state: dict[str, Any], sealer: Any) -> dict[str, Any]:
    """The same with every seal opened: seals differ, the cards may not."""
    told = {}
    for name, text in state.items():
        if isinstance(text, str):
            for seal, at in sealer._at.items():
                text = text.replace(seal, card_text(sealer._cards[at]))
        told[name] = text
    return told


__all__ = ["GAMES", "SEATS", "Table", "by_face", "places", "state_of"]
