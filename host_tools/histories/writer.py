"""A round as a PHH hand history. Cards that were never shown are unknown (`??`).

PHH has no commission, no irregularities and no determinations: they stand in fields of our own,
`_commission`, `_notes` and `_determinations`, and beside the action they belong to, after `#`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from host_tools.histories.hand import ACT, DEAL, DRAW, MUCK, SHARED, SHOW, Event, Hand, gathered
from host_tools.histories.hand import Unwritable as Unwritable
from host_tools.histories.variants import USUAL, VARIANTS, Variant, code_of, of_game
from host_tools.ledger.ledger import Entry

_RAISES = ("bet", "raise", "under_raise")
_OPENS = "the small blind opens; PHH has two players open the other way round"
# It is in the records by itself
_NOT_WRITTEN = ("follow",)


def phh(
    entries: Iterable[Entry], variant: str | None = None, values: dict[str, Any] | None = None
) -> str:
    """The file of one round; `values` are the determinations it was played by, where known."""
    return written(gathered(entries), variant, values)


def written(hand: Hand, variant: str | None = None, values: dict[str, Any] | None = None) -> str:
    code = variant or (code_of(hand.game, values) if values else _likely(hand))
    if code not in of_game(hand.game):
        known = ", ".join(of_game(hand.game))
        raise Unwritable(f"{code} is no variant of {hand.game}; there are {known}")
    fields = _Writer(hand, VARIANTS[code], values).fields()
    return "".join(f"{name} = {value}\n" for name, value in fields)


def _likely(hand: Hand) -> str:
    """The variant, where nobody says by which limit it was played."""
    usual = USUAL[hand.game]
    return f"{usual}/8" if hand.halves else usual


class _Writer:
    def __init__(self, hand: Hand, variant: Variant, values: dict[str, Any] | None) -> None:
        self.hand, self.variant, self.values = hand, variant, values
        self.blinds = hand.posted("blind", "over", "entry")
        # PHH counts two players with blinds from the big blind on.
        self.duel = len(hand.order) == 2 and bool(hand.posted("blind"))
        self.order = hand.order[::-1] if self.duel else hand.order
        self.notes = list(hand.notes)

    def fields(self) -> list[tuple[str, str]]:
        hand = self.hand
        antes = self._antes()
        made = [
            ("variant", f"'{self.variant.code}'"),
            ("ante_trimming_status", "true" if len(set(antes)) == 1 else "false"),
            ("antes", self._raw(antes)),
            ("blinds_or_straddles", self._raw(self._blinds())),
        ]
        least = self._least()
        if self.variant.limit == "fixed":
            sizes = self.values or {}
            small = sizes.get("small_bet") or least
            big = sizes.get("big_bet") or 2 * small
            made += [("small_bet", dollars(small)), ("big_bet", dollars(big))]
        else:
            made.append(("min_bet", dollars(least)))
        actions = "".join(f"  {_quoted(one)},\n" for one in self._actions())
        made += [
            ("starting_stacks", self._amounts(hand.start)),
            ("actions", f"[\n{actions}]"),
            ("hand", str(hand.number)),
            ("table", json.dumps(hand.table, ensure_ascii=False)),
            ("seats", str(self.order)),
            ("finishing_stacks", self._amounts(hand.finish)),
        ]
        if hand.commission:
            made.append(("_commission", dollars(hand.commission)))
        made.append(("_game", f"'{hand.game}'"))
        mucked = [self.order.index(e.seat) + 1 for e in hand.showdown if e.kind == MUCK]
        if len(mucked) > 1:  # the last of them has given up to nobody
            made.append(("_mucked", str(mucked)))
        if hand.outcome != "won":
            made.append(("_outcome", f"'{hand.outcome}'"))
        if self.values:
            made.append(("_determinations", _table(self.values)))
        if self.notes:
            made.append(("_notes", json.dumps(self.notes, ensure_ascii=False)))
        return made

    # ---- money before the first card

    def _raw(self, amounts: list[int]) -> str:
        """PHH turns the list round for two players."""
        listed = amounts[::-1] if len(amounts) == 2 else amounts
        return f"[{', '.join(dollars(one) for one in listed)}]"

    def _amounts(self, amounts: dict[int, int]) -> str:
        return f"[{', '.join(dollars(amounts.get(seat, 0)) for seat in self.order)}]"

    def _antes(self) -> list[int]:
        """What each was to put in, also where the chips did not reach; dead money is an ante."""
        ante = max(self.hand.posted("ante").values(), default=0)
        if self.values and ante:
            ante = max(ante, self.values.get("ante") or 0)
        dead = dict.fromkeys(self.order, 0)
        for post in self.hand.posts:
            dead[post.seat] += post.dead
        if any(dead.values()):
            self.notes.append("A blind missed before is dead money in the pot: written as an ante.")
        return [ante + dead[seat] for seat in self.order]

    def _blinds(self) -> list[int]:
        levels = list((self.values or {}).get("blinds") or [])
        full = dict(self.blinds)
        order = [post.seat for post in self.hand.posts if post.what == "blind"]
        for post in self.hand.posts:
            if post.what == "entry":
                full[post.seat] = -self.blinds[post.seat]
            elif post.what == "blind" and post.all_in and len(order) == len(levels):
                # The blind as it was due: PHH takes of it what the chips come to.
                full[post.seat] = max(full[post.seat], levels[order.index(post.seat)])
        return [full.get(seat, 0) for seat in self.order]

    def _least(self) -> int:
        """The least bet: determined, or what the round itself shows of it."""
        told = (self.values or {}).get("min_bet")
        bets = [e.to for e in self.hand.events() if e.kind == ACT and e.what == "bet"]
        antes = max(self.hand.posted("ante").values(), default=0)
        known = max(self.hand.posted("blind").values(), default=0)
        if not (told or known):
            self.notes.append("The least bet is not in the records: the ante, or the least seen.")
        return told or known or min([*bets, antes] if antes else bets, default=1) or 1

    # ---- actions

    def _actions(self) -> list[str]:
        made = []
        for number, street in enumerate(self.hand.streets):
            events = self._draws_first(street)
            if self.duel and number > 1:
                events = self._other_way_round(events)
            made += [self._action(event) for event in events]
        return made + [self._action(event) for event in self._showdown()]

    def _draws_first(self, events: list[Event]) -> list[Event]:
        """PHH has all players discard, p1 first, then all replacements dealt."""
        draws = [event for event in events if event.kind == DRAW]
        if not draws:
            return events
        at = events.index(draws[0])
        draws.sort(key=lambda event: self.order.index(event.seat))
        return [*events[:at], *draws, *_joined([e for e in events[at:] if e.kind != DRAW])]

    def _other_way_round(self, events: list[Event]) -> list[Event]:
        """A betting round of two as PHH has it, where the big blind opens."""
        acts = [event for event in events if event.kind == ACT]
        big, small = self.order
        if not acts or acts[0].seat != small:
            return events
        rest = [event for event in events if event.kind != ACT]
        first, note = acts[0], f"{acts[0].note} {_OPENS}".strip()
        if first.what != "check":
            check = Event(ACT, big, what="check", pot=first.pot - first.added, note=note)
            return [check, *acts, *rest]
        told = [replace(acts[1], note=f"{acts[1].note} {note}".strip()), *acts[2:]]
        if acts[1].what == "check":
            told.append(replace(first, note=""))
        return [*told, *rest]

    def _showdown(self) -> list[Event]:
        """In the order of PHH: from the last to bet or raise, else from the first player on."""
        found = self.hand.showdown
        acts = [e for street in self.hand.streets[-1:] for e in street if e.kind == ACT]
        last = next((e.seat for e in reversed(acts) if e.what in _RAISES), self.order[0])
        at = self.order.index(last)
        order = self.order[at:] + self.order[:at]
        return sorted(found, key=lambda event: order.index(event.seat))

    def _action(self, event: Event) -> str:
        name = "d" if event.kind in (DEAL, SHARED) else self._name(event.seat)
        said = {
            DEAL: f"dh {self._name(event.seat)} {''.join(event.cards)}" if event.seat else "",
            SHARED: f"db {''.join(event.cards)}",
            DRAW: f"sd {''.join(event.cards)}".strip(),
            SHOW: f"sm {''.join(event.cards)}",
            MUCK: "sm",
        }.get(event.kind, "")
        if event.kind == ACT:
            said = "f" if event.what == "fold" else "cc"
            if event.what in _RAISES:
                said = f"cbr {dollars(event.to)}"
        note = f" # {event.note}" if event.note else ""
        return f"{name} {said}{note}"

    def _name(self, seat: int) -> str:
        return f"p{self.order.index(seat) + 1}"


def _joined(events: list[Event]) -> list[Event]:
    """Replacements of one player together: four, and the fifth that came later."""
    cards: dict[int, tuple[str, ...]] = {}
    for event in events:
        if event.kind == DEAL:
            cards[event.seat] = cards.get(event.seat, ()) + event.cards
    dealt = [Event(DEAL, seat, found) for seat, found in cards.items()]
    return [*dealt, *(event for event in events if event.kind != DEAL)]


def _table(values: dict[str, Any]) -> str:
    """Determinations as a table in one line; what is not determined is left out."""
    told = {name: value for name, value in values.items() if value is not None}
    told = {name: value for name, value in told.items() if name not in _NOT_WRITTEN}
    return "{ " + ", ".join(f"{name} = {json.dumps(value)}" for name, value in told.items()) + " }"


def _quoted(text: str) -> str:
    return f"'{text}'" if "'" not in text else json.dumps(text, ensure_ascii=False)


def dollars(cents: int) -> str:
    """12 or 12.50."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}{whole}" if not rest else f"{sign}{whole}.{rest:02d}"
