"""Canberra Poker by NI2004-492 and by S89-1997: wagers, deal, settlement, Boomerang Jackpot.

`take` follows one line as a round's file has it, or raises `No`. Hands are valued by counting
(`tests.oracles.canberra_plain` and `plain`), money is in cents.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.oracles import canberra_plain, plain
from tests.oracles.second.betting import No

HAND = 5
MAJOR = {"royal_flush": (10_000_00, 100, 10), "straight_flush": (1_000_00, 10, 1)}


@dataclass
class Box:
    """One player's wagers and cards."""

    ante: int
    bet: int = 0
    chip: int = 0  # the jackpot wager
    cards: list[str] = field(default_factory=list)
    racked: list[str] = field(default_factory=list)
    fate: str = ""  # folded, returned, or what the settlement said
    declared: bool = False
    sign: int = 0  # what the jackpot shows when the hand is declared
    collected: bool = False
    shown: bool = False
    prize: str = ""


@dataclass
class Meter:
    """The pools of the jackpot; a share in hundredths of a percent."""

    pool: int
    reserve: int
    share: int
    carry: int = 0


class Canberra:
    """One round; `edition` is 2004 or 1997."""

    def __init__(
        self,
        edition: int,
        told: dict[str, Any],
        stacks: dict[int, int],
        meter: Meter,
        sign: int,
        advised: set[int],
    ) -> None:
        self.new = edition == 2004
        self.told = told
        self.brought = dict(stacks)
        self.stacks = dict(stacks)
        self.meter = meter
        self.sign = self.display = sign
        self.advised = advised
        self.limits: dict[int, int] = {}
        self.boxes: dict[int, Box] = {}
        self.phase = "wagers"
        self.outcome: str | None = None
        self.dealer: list[str] = []
        self.packets: list[Any] = []  # in the order in which they were begun
        self.at = 0  # how many cards of the sequence have been dealt
        self.seen = 0
        self.seen_at: dict[Any, int] = {}
        self.dealer_up = False
        self.no_hand = False
        self.dealer_shown = False
        self.paid: dict[int, int] = {}
        self.met: list[str] = []

    # ---- wagers (3, 4, 10.1; 5, 6, 11.1)

    def pay(self, seat: int, cents: int) -> None:
        self.stacks[seat] += cents

    def most(self, seat: int) -> int:
        return self.limits.get(seat) or self.told["ante_max"]

    def do_ante(self, seat: int, cents: int) -> None:
        if self.phase != "wagers":
            raise No("4.1", "4.4", "6.1", "6.5", "6.6", "8.2")
        if seat in self.boxes:
            raise No("4.3", "6.7", "6.8")
        if cents > self.stacks.get(seat, 0):
            raise No("4.2", "6.6")
        if cents < self.told["ante_min"]:
            if seat in self.advised:
                raise No("3.4", "5.1(c)")
            self.advised.add(seat)
            self.met.append("under the minimum")
        elif cents % self.told["ante_multiple"]:
            raise No("3.3", "5.1(b)")
        if cents > self.most(seat):
            self.met.append("over the maximum")
        self.boxes[seat] = Box(cents)
        self.pay(seat, -cents)

    def do_jackpot(self, seat: int) -> None:
        if self.phase != "wagers":
            raise No("4.1", "4.4", "6.1", "6.5", "6.6", "8.2")
        if seat not in self.boxes:
            raise No("10.1", "11.1")
        if self.boxes[seat].chip:
            raise No("10.2", "4.3", "6.1(b)", "6.8")
        if self.told["wager"] > self.stacks[seat]:
            raise No("4.2", "6.6")
        self.boxes[seat].chip = self.told["wager"]
        self.pay(seat, -self.told["wager"])

    def do_limit(self, seat: int, cents: int) -> None:
        if not self.new:
            raise No("5.1(d)", "5.1(a)")
        if self.phase != "wagers" or seat in self.boxes:
            raise No("3.2")
        if cents < self.told["ante_max"]:
            raise No("3.2")
        self.limits[seat] = cents

    def do_display(self, cents: int) -> None:
        self.sign = cents
        if self.phase == "wagers" or not self.new:  # 11.1 latches it; 12 goes by the moment
            self.display = cents

    # ---- the deal (6.3, 12.4; 8.2)

    def sequence(self) -> list[Any]:
        """Every place of the deal in order."""
        places = [*sorted(self.boxes), "dealer"]
        if self.told["deal"] == "packets":  # 12.4 asks for no order among the packets
            places.sort(key=lambda one: (self.packets + [one]).index(one))
            return [place for place in places for _ in range(HAND)]
        return places * HAND

    def pile(self, place: Any) -> list[str]:
        return self.dealer if place == "dealer" else self.boxes[place].cards

    def on_the_table(self) -> set[str]:
        return {c for box in self.boxes.values() for c in box.cards + box.racked} | {*self.dealer}

    def do_card(self, place: Any, face: str) -> None:
        if not self.boxes:
            raise No("6.3", "8.2", "12.4")
        if face == "Jk" or face in self.on_the_table():
            raise No("2.1", "3.1", "12.2")
        if place != "dealer" and place in self.boxes and self.boxes[place].collected:
            raise No("9.7", "9.5(b)")
        if self.phase == "wagers":
            self.phase = "deal"
        if self.told["deal"] == "packets" and place in [*self.boxes, "dealer"]:
            self.begin_packet(place)
        if self.phase == "deal" and self.sequence()[self.at] == place:
            self.pile(place).append(face)
            self.at += 1
            self.deal_done()
            return
        if self.new:
            self.met.append("dealt out of order")
            self.end("void")  # 14.3
            return
        self.wrong_card_of_1997(place, face)

    def wrong_card_of_1997(self, place: Any, face: str) -> None:
        """13.3-13.5: that hand is void, the dealer's is no hand; 13.7: a box without an ante."""
        if place != "dealer" and place not in self.boxes:
            self.met.append("card without an ante")
            self.boxes_without_ante = True
            return
        if self.phase != "deal":
            self.pile(place).append(face)
            self.missed(place)
            return
        places = self.sequence()
        is_late = places[: self.at].count(place) > len(self.pile(place))  # it was passed over
        self.pile(place).append(face)
        if is_late or (self.at and place == places[self.at - 1]):  # one too many
            if place != "dealer":  # whether the dealer has five is seen when the deal is done
                self.missed(place)
            return
        while places[self.at] != place:  # passed over: those before it have missed a card
            if places[self.at] != "dealer":
                self.missed(places[self.at])
            self.at += 1
        self.at += 1
        self.deal_done()

    def begin_packet(self, place: Any) -> None:
        if place not in self.packets and self.at % HAND == 0 and self.phase == "deal":
            self.packets.append(place)

    def deal_done(self) -> None:
        if self.at == len(self.sequence()):
            self.phase = "act"
            if len(self.dealer) != HAND:
                self.dealer_wrong()
            self.all_decided()

    def missed(self, place: Any) -> None:
        """The count of a hand is wrong."""
        if place == "dealer":
            self.dealer_wrong()
        else:
            self.met.append("hand dealt wrong")
            self.give_back(place)

    def dealer_wrong(self) -> None:
        """13.5: no hand; found after it was turned, every box not settled counts as that."""
        self.met.append("dealer dealt wrong")
        self.no_hand = True
        if self.dealer_shown:
            for seat in self.staying():
                self.ante_only(seat)

    def give_back(self, seat: int) -> None:
        """13.3, 13.4, 16.2(a): every wager of that player is returned."""
        box = self.boxes[seat]
        if box.fate and box.fate != "returned":
            raise AssertionError("the harness settles no hand twice")
        if not box.fate:
            self.pay(seat, box.ante + box.bet + box.chip)
            box.fate, box.chip = "returned", 0
            self.all_decided()

    # ---- exposed (14.1, 14.2; 13.2)

    def do_expose(self, place: Any) -> None:
        if self.phase not in ("deal", "act"):
            raise No("14.1", "13.2")
        if place != "dealer" and place not in self.boxes:
            raise No("14.1", "13.2")
        cards = len(self.pile(place))
        packets = self.told["deal"] == "packets"
        if not cards or self.seen_at.get(place, 0) >= cards:
            raise No("14.1", "13.2")  # each card once
        if place == "dealer" and self.phase == "act" and not self.dealer_up and not packets:
            raise No("6.2", "8.1", "14.1", "13.2")  # its last card lies face up anyway
        # From a shoe it was the last card there; of a packet nobody knows which one.
        self.seen_at[place] = self.seen_at.get(place, 0) + 1 if packets else cards
        if place == "dealer" and self.new and not self.dealer_up:
            self.met.append("the dealer's card seen")
            self.dealer_up = True  # 14.2: the open card; counts not
            return
        self.seen += 1
        self.met.append("card exposed")
        if self.seen == 3:
            self.end("void" if self.new else "misdeal")

    # ---- bet or fold (7; 6.2-6.4)

    def undecided(self) -> list[int]:
        return [s for s, box in sorted(self.boxes.items()) if not box.bet and not box.fate]

    def staying(self) -> list[int]:
        return [s for s, box in sorted(self.boxes.items()) if box.bet and not box.fate]

    def to_decide(self, seat: int) -> Box:
        if self.phase in ("wagers", "deal"):
            raise No("7.1", "4.4", "6.2", "6.4")
        if seat not in self.boxes:
            raise No("4.2", "6.3", "7.1", "6.1", "6.2", "6.6")
        if seat not in self.undecided():
            raise No("7.1", "7.2", "7.3", "6.2", "6.3", "6.4")
        return self.boxes[seat]

    def do_bet(self, seat: int, cents: int | None = None) -> None:
        box = self.to_decide(seat)
        if cents not in (None, 2 * box.ante):
            raise No("7.2", "6.4")
        if 2 * box.ante > self.stacks[seat]:
            raise No("7.2", "4.2", "6.4", "6.6")
        if box.racked:
            raise No("14.4", "13.6")
        box.bet = 2 * box.ante
        self.pay(seat, -box.bet)
        self.all_decided()

    def do_fold(self, seat: int) -> None:
        self.to_decide(seat)
        self.fold(seat)

    def fold(self, seat: int) -> None:
        """7.3, 9.1: ante and jackpot wager are lost; above the maximum nothing is (3.5)."""
        box = self.boxes[seat]
        self.pay(seat, box.ante + box.bet - min(box.ante, self.most(seat)))
        box.fate = "folded"
        self.all_decided()

    def all_decided(self) -> None:
        if self.phase == "deal" and all(box.fate for box in self.boxes.values()):
            self.phase = "collect"
        if self.phase == "act" and not self.undecided():
            self.phase = "turn" if self.staying() else "collect"
        if self.phase == "turn" and not self.staying():
            self.phase = "collect"

    # ---- settlement (8, 9; 9, 10)

    def show_dealer(self) -> None:
        self.dealer_shown = True
        if self.no_hand or not canberra_plain.qualifies(self.dealer):
            for seat in self.staying():
                self.ante_only(seat)
        else:
            self.phase = "settle"
        self.all_decided()
        if not self.staying():
            self.phase = "collect"

    def ante_only(self, seat: int) -> None:
        """9.3, 9.4: the ante wins, the bet goes back."""
        box = self.boxes[seat]
        self.pay(seat, box.ante + box.bet + min(box.ante, self.most(seat)))
        box.fate = "ante"

    def settle(self, seat: int) -> None:
        box = self.boxes[seat]
        box.shown = True
        if box.fate:
            return
        ante = min(box.ante, self.most(seat))
        mine, theirs = (self.key(cards) for cards in (box.cards, self.dealer))
        won = 0
        if mine > theirs:
            odds = canberra_plain.ODDS[canberra_plain.name(box.cards)]
            won = ante + min(2 * ante * odds, self.told["max_payout"])
        elif mine < theirs:
            won = -3 * ante
        self.pay(seat, box.ante + box.bet + won)
        box.fate = "settled"
        if not self.staying():
            self.phase = "collect"

    def key(self, cards: list[str]) -> Any:
        return plain.five(cards, plain.FULL, 52, True)[1]

    def turn_over(self, seat: int | None = None) -> None:
        """What a line takes for granted: the dealer's hand, then this one's, or all."""
        if self.phase == "turn":
            self.show_dealer()
        if self.phase == "settle":
            for one in [seat] if seat else sorted(self.staying(), reverse=not self.new):
                if one in self.staying():
                    if self.boxes[one].racked:
                        raise No("14.4", "13.6", "9.7", "9.5(b)")
                    self.settle(one)

    def do_show(self, seat: int) -> None:
        if seat not in self.boxes:
            raise No("9.4", "9.5")
        if self.phase == "turn":
            self.show_dealer()
        box = self.boxes[seat]
        gone = box.fate in ("folded", "returned") or box.shown or box.collected
        if self.phase not in ("settle", "collect") or gone:
            raise No("9.4", "9.5")
        if box.racked:
            raise No("14.4", "13.6")
        self.settle(seat)

    # ---- jackpot (10, 11; 11, 12)

    def do_declare(self, seat: int) -> None:
        if self.phase in ("wagers", "deal"):
            raise No("10.3", "13.1")
        if seat not in self.boxes:
            raise No("10.1", "11.1")
        box = self.boxes[seat]
        if box.fate == "returned":
            raise No("")
        if not box.chip:
            raise No("10.1", "10.4", "11.1", "11.2")
        if box.fate == "folded":
            raise No("7.3", "10.4", "9.1", "6.3", "11.2")
        if box.collected or box.declared:
            raise No("10.3", "13.1", "11.2")
        box.declared = True
        box.sign = self.display

    def do_collect(self, seat: int | None) -> None:
        if self.phase in ("wagers", "deal"):
            raise No("9.7", "9.5(b)")
        if seat is not None:
            self.collect_one(seat)
        else:
            if self.phase != "act" or not self.undecided():
                self.turn_over()
            if self.phase != "collect":
                raise No("9.7", "9.5(b)")
            left = [s for s in sorted(self.boxes) if not self.boxes[s].collected]
            if any(self.missing(self.boxes[s]) for s in left):
                raise No("14.4", "13.6")
            for one in left:
                self.collect(one)
        if self.phase == "collect" and all(box.collected for box in self.boxes.values()):
            self.jackpots()
            self.outcome = "settled"

    def missing(self, box: Box) -> bool:
        """A declared hand in the rack must be reconstructed before it is verified (14.4)."""
        return bool(box.racked and box.declared and box.fate != "folded" and box.chip)

    def collect_one(self, seat: int) -> None:
        if seat not in self.boxes or self.boxes[seat].collected:
            raise No("9.7", "7.4", "9.5(b)", "9.1")
        box = self.boxes[seat]
        if not box.fate:
            if self.phase == "act":
                raise No("9.7", "9.5(b)")
            if not self.new:  # 9.5: in turn, those at its right before it
                for one in sorted(self.staying(), reverse=True):
                    if one > seat:
                        self.turn_over(one)
            self.turn_over(seat)
        if self.missing(box):
            raise No("14.4", "13.6")
        self.collect(seat)

    def collect(self, seat: int) -> None:
        box = self.boxes[seat]
        box.collected = True
        if box.chip and box.declared and box.fate != "folded":
            box.prize = canberra_plain.prize(box.cards) or ""

    def jackpots(self) -> None:
        """11.1-11.3; 12: prizes, the pools they come from, and the wagers that were lost."""
        meter = self.meter
        won = [s for s in sorted(self.boxes) if self.boxes[s].prize]
        for seat, cents in zip(won, self.prizes(won), strict=True):
            if self.boxes[seat].prize in MAJOR:
                from_pool = min(cents, meter.pool)
                meter.pool -= from_pool
                meter.reserve -= min(cents - from_pool, meter.reserve)
            self.paid[seat] = cents
            # 10.5: only non-winning wagers are lost; 11.2 (1997): all are collected.
            self.pay(seat, cents + (self.boxes[seat].chip if self.new else 0))
        lost = sum(box.chip for box in self.boxes.values() if not box.prize)
        whole = lost * meter.share + meter.carry
        meter.pool += whole // 10_000
        meter.carry = whole % 10_000
        meter.reserve += lost - whole // 10_000

    def prizes(self, won: list[int]) -> list[int]:
        found = []
        for seat in won:
            prize = self.boxes[seat].prize
            sign = self.display if self.new else self.boxes[seat].sign
            if prize in MAJOR:
                floor, percent, _ = MAJOR[prize]
                found.append(max(floor, sign * percent // 100))
            else:
                found.append(canberra_plain.BONUS[prize])
        majors = [n for n, seat in enumerate(won) if self.boxes[seat].prize in MAJOR]
        if not self.new or not majors:
            return found
        limit = found[majors[0]] if len(majors) == 1 else self.display  # 11.2
        if self.display > self.meter.pool:
            limit = min(limit, self.meter.pool)  # 11.3
        if sum(found[n] for n in majors) > limit:
            weights = [MAJOR[self.boxes[won[n]].prize][2] for n in majors]
            for n, weight in zip(majors, weights, strict=True):
                found[n] = limit * weight // sum(weights)
        return found

    # ---- the rack, counts, decisions

    def do_discard(self, seat: int, face: str) -> None:
        """14.4, 13.6: reconstructed where possible."""
        box = self.boxes.get(seat)
        if box is None or box.collected or face not in box.cards:
            raise No("14.4", "13.6")
        if box.fate and not box.chip:
            raise No("14.4", "13.6")
        box.cards.remove(face)
        box.racked.append(face)
        self.met.append("in the rack")

    def do_move(self, face: str, start: str, seat: int) -> None:
        box = self.boxes.get(seat)
        if start != "discard" or box is None or face not in box.racked:
            raise No("14.4", "13.6")
        box.racked.remove(face)
        box.cards.append(face)

    def do_count(self, place: Any, count: int) -> None:
        if place != "dealer" and place not in self.boxes:
            raise No("9.7", "7.4", "9.5(b)", "9.1")
        if self.phase in ("wagers", "deal"):
            raise No("9.7", "7.4", "9.5(b)", "9.1")
        if place != "dealer" and self.boxes[place].collected:
            raise No("9.7", "7.4", "9.5(b)", "9.1")
        if count == HAND:
            return
        self.met.append("wrong count")
        if self.new:
            self.end("void")
        else:
            self.missed(place)

    def do_rule_fold(self, seat: int) -> None:
        """13.2, 6.9: excluded; the ante is forfeited."""
        if self.phase == "wagers" or seat not in self.boxes or self.boxes[seat].fate:
            raise No("13.2", "6.9")
        self.fold(seat)

    def do_rule_return(self, seat: int) -> None:
        if self.phase == "wagers" or seat not in self.boxes or self.boxes[seat].collected:
            raise No("16.2(a)", "15.2(a)")
        self.give_back(seat)

    def do_rule_void(self) -> None:
        self.end("void")  # 16.3, 15.3

    def do_rule_misdeal(self) -> None:
        self.end("void" if self.new else "misdeal")  # 14.1, 13.2

    def do_shoe_fails(self) -> None:
        if self.told["deal"] != "packets":
            raise No("12.1", "12.6", "7.4")
        self.end("void")  # 12.6

    def end(self, outcome: str) -> None:
        self.outcome = outcome
        self.stacks = dict(self.brought)

    def take(self, line: tuple[Any, ...]) -> None:
        getattr(self, "do_" + line[0])(*line[1:])

    def finish(self) -> None:
        """The script is over: what is decided is turned over and collected."""
        if self.outcome is None and self.phase not in ("wagers", "deal", "act"):
            try:
                self.do_collect(None)
            except No:
                pass
