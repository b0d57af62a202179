"""A table told in words: records in, sentences out. It knows only what the records say."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable

from cardtable.desk.record_kinds import BESIDE, KINDS
from cardtable.rules.places import DEALER
from host_tools import wording
from host_tools.wording import instructions, money, service
from host_tools.wording.chips import Chips, in_numbers
from host_tools.wording.hands import hand_name
from host_tools.wording.line import Line, capital, next_step, plainly
from host_tools.wording.narrator_poker import PokerTeller
from host_tools.wording.records import cited, describe

# The first of these in a round is when people began: its opening is written when the last one ends.
BEGINS = ("ante", "post", "deal", "players", "jackpot", "begin")


class Narrator(PokerTeller):
    """Turns the records of one table into lines for people."""

    def __init__(self) -> None:
        self._antes: dict[int, int] = {}
        self._jackpots: list[int] = []
        self._open: dict[int, list[str]] = {}  # place → faces that may be seen
        self._won: dict[int, int] = {}
        self._wagers_in = 0
        self._game = ""
        self._since: list[tuple[int, tuple]] = []  # of this round, what counts
        self._begun = False  # somebody has a stake in the round
        self._begin_poker()

    def tell(self, record: tuple, number: int = 0) -> list[Line]:
        """The lines for one record (kind, field, …); often none. `number` is the record's."""
        if record[0] == "taken_back":
            return [self._taken_back(*record[1:3])]
        lines = self._told(record)  # a round begins with nothing known of the last one
        if record[0] not in BESIDE:
            self._since.append((number, record))
        return lines

    def _told(self, record: tuple) -> list[Line]:
        self._begun = record[0] in BEGINS or (self._begun and record[0] != "round")
        teller: Callable[..., list[str]] | None = getattr(self, f"_{record[0]}", None)
        if teller is None or record[0] not in KINDS:
            return [Line(f"  {record[0]}: {describe(record, cite=False)}", cited(record), end="")]
        # A newer board may have appended fields that this program does not know yet.
        known = teller.__code__
        fields = record[1:]
        if not known.co_flags & inspect.CO_VARARGS:
            fields = fields[: known.co_argcount - 1]
        return [plainly(line) for line in teller(*fields)]

    def _taken_back(self, who: str, first: int) -> Line:
        """Tell what it was, and go on as if it had never been told."""
        since = self._since
        Narrator.__init__(self)
        for number, record in since:
            if number < first:
                self.tell(record, number)
        entry = next((record for number, record in since if number == first), None)
        said = copy.deepcopy(self)._told(entry) if entry else []
        silent = Line("an entry")
        if entry:
            silent = Line(f"{entry[0]}, {describe(entry, cite=False)}", cited(entry))
        what = next((line for line in said if line.strip()), silent)
        return Line(f"  Taken back by the {who}: {what.words.strip('!→ ')}", what.rule, what.end)

    # ---- the table

    def _boot(self, firmware: str, board: str, table: str, cause: str) -> list[str]:
        return [f"Table {table} is up: firmware {firmware} on a {board}."]

    def _fault(self, code: str, where: str, count: int) -> list[str]:
        what, remedy = wording.FAULTS.get(code, (code, "See the handbook."))
        return [f"! {capital(where)}: {what}. {remedy}"]

    def _fault_over(self, code: str, where: str) -> list[str]:
        what, _ = wording.FAULTS.get(code, (code, ""))
        return [f"  {capital(where)}: over ({what})."]

    def _refused(self, given: list, code: str, rule: str) -> list[str]:
        seat = given[1] if len(given) > 1 and isinstance(given[1], int) else 0
        why = in_numbers(code, self._chips.to_call(seat), self._chips.left(seat), money)
        return [Line(f"  Refused: {wording.REFUSALS.get(code, code)}{why}", rule)]

    def _attach(self, refused: int) -> list[str]:
        return ["  A host is attached."]

    def _command(self, role: str, what: str) -> list[str]:
        return [f"  The {role} has {service.COMMANDS.get(what, what)}."]

    def _denied(self, role: str, code: str, refused: int) -> list[str]:
        return [f"! A command of a {role} was refused: {wording.REFUSALS.get(code, code)}."]

    def _signs(self, role: str, who: str) -> list[str]:
        return [f"  {who} gives the orders now ({role})." if who != role else f"  The {role} does."]

    def _person(self, what: str, role: str, name: str, who: str) -> list[str]:
        whose = f"the PIN that {role}s share" if name == role else f"a PIN of {name} ({role})"
        done = {"add": "gives", "pin": "changes", "revoke": "takes away"}.get(what, what)
        return [f"  {who} {done} {whose}."]

    def _mode(self, mode: str) -> list[str]:
        return [f"  Play is now {'live' if mode == 'live' else 'a ' + mode}."]

    def _day_open(self, day: str) -> list[str]:
        return [f"Gaming day {day} is open."]

    def _drop(self, day: str, counted: int, who: str) -> list[str]:
        return [f"  The drop box of {day} was counted by {who}: {money(counted)}."]

    def _deck(self, why: str, count: int, missing: list, twice: list, wrong: int) -> list[str]:
        why, _, second = why.partition("_")
        told = f"  The {second + ' ' if second else ''}deck was checked ({why}): {count} cards"
        told += f", missing {wording.cards(missing)}" if missing else ""
        told += f", twice {wording.cards(twice)}" if twice else ""
        told += f", {wrong} of another deck or of none" if wrong else ""
        return [told + "."]

    def _move(self, token: str, start: int, end: int, rule: str) -> list[str]:
        self._card_moved(token, start, end)
        return [
            Line(
                f"  A card is put right, from {wording.place(start)} to {wording.place(end)}", rule
            )
        ]

    def _count(self, place: int, count: int) -> list[str]:
        return [f"  The dealer has counted {count} cards at {wording.place(place)}."]

    def _box_limit(self, seat: int, amount: int, rule: str) -> list[str]:
        return [Line(f"  Box {seat} has a maximum of its own, {money(amount)}", rule)]

    def _jackpot_back(self, seat: int, amount: int, rule: str) -> list[str]:
        return [Line(f"  Box {seat} gets its jackpot wager of {money(amount)} back", rule)]

    def _jackpot_kept(self, seat: int, amount: int, rule: str) -> list[str]:
        return [
            Line(f"  The jackpot wager of box {seat}, {money(amount)}, stays with the house", rule)
        ]

    def _meter_held(self, amount: int) -> list[str]:
        return [f"! {money(amount)} for the jackpot is held back: more than a round may bring."]

    def _meter_freed(self, pool: int, reserve: int, overflow: int, who: str) -> list[str]:
        return [f"  {who} frees what was held back: {money(pool)} to the pool."]

    def _meter_change(self, name: str, value: int, who: str) -> list[str]:
        return [f"  {who} changes '{name}' to {value}; in force once the jackpot is won."]

    def _meter_changed(self, name: str, value: int) -> list[str]:
        return [f"  '{name}' is {value} from now on."]

    def _adopted(self, source: str, number: int, who: str) -> list[str]:
        return [f"The books of the {source} go on after record {number}, by order of {who}."]

    def _key_switch(self, on: int) -> list[str]:
        return [f"  The supervisor's key is turned {'on' if on else 'off'}."]

    def _opened(self, seat: int, token: str, card: str, salt: str, who: str) -> list[str]:
        return [f"  Opened for a dispute by {who}: box {seat} has {wording.cards([card])}."]

    def _reveal(self, scope: str, minutes: int) -> list[str]:
        hands = "All hands" if scope == "all" else "Hands that are shown"
        when = f"{minutes} minutes after it" if minutes else "when it is over"
        return [f"  {hands} of this round are released for people elsewhere {when}."]

    def _released(self, epoch: int, first: int, secret: str, cards: str) -> list[str]:
        hands = "all hands, folded ones too" if secret else "hands that were shown"
        return [f"  Released: {hands} of the round that record {first} opened."]

    def _restored(self, source: str, epoch: int, number: int, who: str) -> list[str]:
        if source == "new":
            return [f"The books of a new table are opened by {who}."]
        return [f"The books are restored from {source} by {who}, as of record {number}."]

    def _books(self, section: str, values: list) -> list[str]:
        return []

    # ---- a round

    def _canberra(self, display: int, advised: list[int]) -> list[str]:
        return [f"  The sign shows {money(display)}."]

    def _round(
        self, number: int, game: str, _print: str = "", marker: int | None = None, *rest: list
    ) -> list[str]:
        self.__init__()
        self._game = game
        stacks = rest[0] if rest else []
        self._chips = Chips({entry[0]: entry[1] for entry in stacks if len(entry) > 1})
        return ["", f"Round {number} · {wording.GAMES.get(game, game)}"]

    def _end(self, outcome: str, rule: str | None) -> list[str]:
        step = instructions.after_end(outcome, rule)
        if outcome == "void" and rule is None:  # the board itself could not go on with it
            if not self._begun:
                return ["  Nothing was staked in it: the next round takes its place."]
            return ["  The round is void: every wager goes back.", next_step(step)]
        if outcome == "void":
            return [Line("  The round is void", rule, ": every wager goes back."), next_step(step)]
        if outcome == "misdeal":
            return [Line("  Misdeal", rule), next_step(step)]
        if outcome == "won":
            return []  # the pots have been told
        won = [f"box {seat} {money(net)}" for seat, net in sorted(self._won.items()) if net > 0]
        return ["  Winners: " + (", ".join(won) if won else "the house") + "."]

    def _irregular(self, rule: str, what: str, place: int | None) -> list[str]:
        where = "" if place is None else f" at {wording.place(place)}"
        told: list[str] = [Line(f"  Irregular{where}: {wording.irregularity(what, rule)}", rule)]
        step = instructions.next_step(what, rule)
        return [*told, next_step(step)] if step else told

    def _decision(self, what: str, place: int | None, rule: str) -> list[str]:
        where = "" if place is None else f" about {wording.place(place)}"
        return [Line(f"  Decided{where}: {instructions.DECISIONS.get(what, what)}", rule)]

    def _deal(self, place: int, token: str) -> list[str]:
        if len(token) > 3:
            return []  # face down: nobody knows it yet
        if self._board_card(place, token):
            return []
        self._open.setdefault(place, []).append(token)
        return [f"  {wording.place(place).capitalize()} has {wording.card(token)} face up."]

    def _turn(self, place: int, seal: str, card: str, salt: str) -> list[str]:
        seen = self._open.setdefault(place, [])
        if card not in seen:  # of a round from a file each card is known when it lands
            seen.append(card)
        return []

    def _collect(self, place: int, count: int) -> list[str]:
        return []

    # ---- Canberra Poker

    def _ante(self, seat: int, amount: int) -> list[str]:
        self._antes[seat] = amount
        return []

    def _jackpot(self, seat: int, amount: int) -> list[str]:
        self._jackpots.append(seat)
        return []

    def _begin(self, boxes: list[int], display: int) -> list[str]:
        antes = ", ".join(f"box {seat} {money(self._antes.get(seat, 0))}" for seat in boxes)
        chips = ", ".join(str(seat) for seat in self._jackpots) or "none"
        number = f"{len(boxes)} box{'' if len(boxes) == 1 else 'es'}"
        return [
            f"  Antes: {antes}.",
            f"  Jackpot {money(display)}; chips on boxes: {chips}.",
            f"  Dealing five cards to {number} and the dealer.",
        ]

    def _bet(self, seat: int, amount: int) -> list[str]:
        return [f"  Box {seat} bets {money(amount)}."]

    def _fold(self, seat: int) -> list[str]:
        return [f"  Box {seat} folds."]

    def _display(self, amount: int) -> list[str]:
        return [f"  The jackpot sign shows {money(amount)}."]

    def _dealer_hand(self, category: str, qualifies: int) -> list[str]:
        hand = wording.cards(self._open.get(DEALER, []))
        plays = "plays" if qualifies else "has no ace and king: antes win, bets go back"
        if category == "no_hand":  # S89-1997 r 13.5
            return [f"  The dealer turns {hand}: not five cards, no hand; antes win, bets go back."]
        return [f"  The dealer turns {hand}: {self._named(DEALER, category)}, and {plays}."]

    def _hand(self, seat: int, category: str) -> list[str]:
        hand = wording.cards(self._open.get(seat, []))
        lines = self._board_lines()
        return [*lines, f"  Box {seat} shows {hand}: {self._named(seat, category)}."]

    def _named(self, place: int, category: str) -> str:
        """By its ranks, with the document's term beside it."""
        term = wording.CATEGORIES[category]
        return hand_name(self._game, category, term, self._open.get(place, []), self._shared)

    def _settle(self, seat: int, ante: int, bet: int, result: str, rule: str) -> list[str]:
        self._won[seat] = self._won.get(seat, 0) + ante + bet
        net = ante + bet
        if net > 0:
            return [Line(f"  Box {seat} wins {money(net)}", rule)]
        if net < 0:
            return [Line(f"  Box {seat} loses {money(-net)}", rule)]
        return [Line(f"  Box {seat} gets its wagers back", rule)]

    # ---- the jackpot

    def _declare(self, seat: int) -> list[str]:
        return [f"  Box {seat} declares a jackpot hand."]

    def _jackpot_won(self, seat: int, prize: str, wager: int) -> list[str]:
        return [f"  Box {seat} has {wording.PRIZES[prize]}: a jackpot hand."]

    def _jackpot_lost(self, seat: int, wager: int) -> list[str]:
        self._wagers_in += wager
        return []

    def _jackpot_paid(self, seat: int, prize: str, amount: int, *_from: int) -> list[str]:
        return [f"  Box {seat} is paid {money(amount)} for {wording.PRIZES[prize]}."]

    def _meter_in(self, *_moved: int) -> list[str]:
        return []

    def _linked_in(self, _amount: int) -> list[str]:
        return []

    def _linked_paid(self, seat: int, prize: str, amount: int) -> list[str]:
        return [f"  Box {seat} is paid {money(amount)} for {wording.PRIZES[prize]}."]

    def _linked_hit(self, seat: int, prize: str, _shown: int) -> list[str]:
        return [
            f"  JACKPOT: box {seat} has {wording.PRIZES[prize]}.",
            "  The pool is linked: what it wins the room tells when no earlier hand can come.",
        ]

    def _jackpot_hit(self, seat: int, prize: str, amount: int, *_from: int) -> list[str]:
        return [
            f"  JACKPOT: box {seat} wins {money(amount)} for {wording.PRIZES[prize]}.",
            "  Pending: the sign stands still until an attendant has confirmed the payment.",
        ]

    def _jackpot_confirmed(self, hit: int, who: str) -> list[str]:
        return [f"  {who} has confirmed the payment of jackpot {hit}."]

    def _meter_seed(self, from_reserve: int, from_house: int, from_overflow: int) -> list[str]:
        added = money(from_reserve + from_house + from_overflow)
        return [f"  The prize pool is filled up again with {added}."]

    def _meter_correct(self, pool: int, reserve: int, overflow: int, who: str, why: str):
        moved = f"pool {money(pool)}, reserve {money(reserve)}, overflow {money(overflow)}"
        return [f"  {who} corrects the meter ({why}): {moved}."]

    def _meter(self, pool: int, reserve: int) -> list[str]:
        return [f"  Jackpot wagers {money(self._wagers_in)}; the meter shows {money(pool)}."]
