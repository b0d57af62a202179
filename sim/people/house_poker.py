# pyright: reportOptionalMemberAccess=false
"""A house dealer and house players where players play against each other, from a seed.

They see what anyone at the table can see: what the table expects next. Nobody looks at a card
before it decides, so the same public round can be played with other cards. What they did is kept
in `history`, for tests that settle the rounds by their own arithmetic.
"""

from cardtable.drivers.keypad import KEYS
from cardtable.rules.places import BOARD, DISCARD, is_seat
from cardtable.rules.poker.state import BEFORE
from sim.people.house import LIVELY, PLAY, REST, START_MS

_LOOK_MS = 20
_PASSES = 5  # of a card at the shoe, before somebody is called
_LIMIT_MS = 12000  # for the table to take what was done
_ASKS_AGAIN_MS = 3000  # without an effect a key is pressed once more
_UNREAD_MS = 4000  # a card that its box does not show is held to the shoe's reader

# Of a hundred decisions
_FOLDS = 14
_RAISES = 16
_ALL_IN = 3
_MUCKS = 25
_BY_RACK = 50  # folds told by nothing but the cards in the rack


class NotTaken(BaseException):
    """The table did not take what the people did; nothing of the firmware may catch it."""


class RoundPlayed:
    """What the people did in one round, as they know it themselves."""

    def __init__(self):
        self.hands = {}  # seat → faces, as they were when the hand was folded or the round ended
        self.board = []
        self.bought = {}  # seat → cents, before the deal
        self.actions = []  # (seat, what)
        self.thrown = {}  # seat → faces


class PokerHouse:
    """A dealer and players on some seats, round after round. `world` has the table they sit at."""

    def __init__(self, world, dice, seats, pace=LIVELY, buy_in=20000):
        self._world = world
        self._felt = world.felt
        self._dice = dice
        self.seats = list(seats)
        self.pace = pace
        self.buy_in = buy_in
        self.by_shoe = world.config["values"]["deal"] == "shoe"
        self.freeze_out = bool(world.config["values"].get("freeze_wager"))
        self.history = []
        self.mistakes = 0  # every so manieth entry is taken back, and another keyed
        self._slips = []
        self.mode = PLAY
        self.rounds_due: "int | None" = (
            None  # so many more, then the dealer waits to be told; None: no end
        )
        self.patient = False  # people may take their time: nothing is a failure
        self.looks = False  # players look at their cards: for people who watch (judgement.py)
        self.now = RoundPlayed()
        self._played = None  # the round they are in
        self._before = ()  # its state before the last thing they did

    # ---- one round after the other

    def script(self, rounds: int = 0):
        """Play `rounds` rounds, 0 for ever; yields milliseconds to wait."""
        yield START_MS
        while rounds == 0 or len(self.history) < rounds:
            yield from self._until_there()
            if self._waits():
                yield _LOOK_MS
                continue
            self.now = RoundPlayed()
            self.history.append(self.now)
            if self._round().phase == BEFORE:
                self._felt.shuffle(self._dice)
                if self.mode == PLAY:
                    yield from self._sit_down()
                    yield from self._begin()
            yield from self._play()
            yield from self._clear_away()
            if self.rounds_due:
                self.rounds_due -= 1
            yield self.pace.between

    def _waits(self):
        """The dealer has been told to, or a tournament's director has not seated two players."""
        played = self._round()
        if played.phase != BEFORE:
            return False
        seated = [seat for seat in played.seated if played.stack[seat]]
        return self.rounds_due == 0 or (played.values["tournament"] and len(seated) < 2)

    def _round(self):
        """The round as the table shows it; None while the board is down."""
        app = self._world.app
        return None if app is None else app.controller.round

    def _until_there(self):
        while self._round() is None:
            yield from self._until(lambda: self._round() is not None, "no round is open")

    def _phase(self):
        played = self._round()
        return BEFORE if played is None else played.phase

    def _sit_down(self):
        """New players, and chips for those who have none. Amounts are keyed on the console."""
        played = self._round()
        if played.values["tournament"]:
            return  # the director seats players
        with_chips = [seat for seat in played.seated if played.stack[seat]]
        if self.freeze_out and played.seated:
            if len(with_chips) > 1:
                return
            # TGC-2006 B16.6: one player has everything, the game is over. Another one begins.
            for seat in with_chips:
                yield from self._keys(seat, "collect")
            yield from self._void()
            yield from self._until(lambda: self._round() is not played, "the table stays")
            played = self._round()
        for seat in self.seats:
            if seat not in played.seated:
                self._console(("join", seat, self.buy_in))
            elif not played.stack[seat]:
                self._console(("buy", seat, self.buy_in))
            yield self.pace.key

    def _console(self, given):
        """What the console does with a command: a task of the board's own gives it to the round."""
        app = self._world.app
        if app is None:
            return
        self.now.bought[given[1]] = given[2]
        app.loop.spawn(_said(app, given), "console")

    def _begin(self):
        """Where boxes name the cards, somebody has to say that the deck is together again.

        At a table with a shoe alone the first card says so.
        """
        while self._world.full is not None and self._phase() == BEFORE:
            yield from self._until_there()
            yield from self._sit_down()  # once more, if the board has restarted meanwhile
            yield from self._keys("collect")
            for _ in range(0, _ASKS_AGAIN_MS, _LOOK_MS):  # the board may have been down just then
                if self._phase() != BEFORE:
                    break
                yield _LOOK_MS

    def _play(self):
        number = 0
        while True:
            yield from self._until_there()
            number = number or self._world.app.controller.number
            if self._world.app.controller.number != number or self._round().outcome is not None:
                return
            self._played = played = self._round()  # another one after a restart of the board
            if self.mode != PLAY and (self.mode == REST or not self._card_is_due(played)):
                self._folded_hands(played)
                yield _LOOK_MS
                continue
            given = played.expects()[0]
            for wish in played.expects():
                if wish[0] == "card":  # also when a player could still check, alone
                    given = wish
            self._before = _state(played)
            yield from getattr(self, "_do_" + given[0], self._do_act)(played, given)
            yield from self._until(self._moved, "{} in {}".format(given, self._before))
            yield from self._take_back(played)

    def _take_back(self, played):
        """The dealer has keyed something else than the player said, and takes it back."""
        actions = self.now.actions
        if not self.mistakes or not actions or len(actions) % self.mistakes:
            return
        if self._round() is not played or played.outcome is not None or actions[-1] in self._slips:
            return
        self._slips.append(actions[-1])
        if actions[-1][1] not in ("ante", "bet", "declare"):
            return  # cards are in the rack, or a hand has been shown
        before = self._before
        yield from self._keys("dealer", "declare")
        yield from self._until(lambda: self._is_back(before), "taken back")

    def _is_back(self, before):
        played = self._round()
        return played is not None and _state(played) == before

    def _card_is_due(self, played):
        """Whether the dealer's hands have something to do without being told."""
        if played.phase == BEFORE:
            return False  # somebody begins the deal
        return [wish for wish in played.expects() if wish[0] in ("card", "reshuffle")]

    def _folded_hands(self, played):
        """Hands that the console has folded go to the rack."""
        for seat in played.folds:
            if self._felt.at.get(seat):
                self._remember(seat)
                self._felt.collect(seat)

    def throw(self, seat, count):
        """A player passes in so many cards: for people who play at a simulated table."""
        self._felt.into_rack(list(self._felt.at.get(seat, ()))[:count])

    def _moved(self):
        return self._round() is not self._played or _state(self._played) != self._before

    def _clear_away(self):
        """Everything to the rack, as the round has left it."""
        for place in sorted(self._felt.at):
            self._felt.collect(place)
        yield self.pace.think

    def _remember(self, place):
        if place == BOARD:
            self.now.board = self._felt.faces(place)
        elif is_seat(place):
            self.now.hands[place] = self._felt.faces(place)

    # ---- what may be expected

    def _do_card(self, played, given):
        """Out of the shoe without a pause; by hand, one when the box has shown the one before."""
        left = played.left()
        unread = [c for c in self._felt.at.get(given[1], ()) if played.place_of(c.face) is None]
        if unread:  # dealt while the board was without power; boxes show it by themselves
            app = self._world.app
            for _ in range(_PASSES if self._world.full is None else 0):
                self._felt.pass_shoe(unread[0])  # again, if its reader was not ready yet
                for _ in range(0, _UNREAD_MS, _LOOK_MS):
                    yield _LOOK_MS
                    if self._world.app is not app or self._moved():
                        return
            yield self.pace.card
            return
        if self.by_shoe and not self._world.shoe_is_out:
            places = _in_a_row(played, given[1])[:left]  # no further than the shoe goes
            for place in places:
                self._felt.draw(place)
                self._remember(place)
                yield self.pace.card
                if self._round() is not played:
                    return  # the table has gone dark, or the round is over
            yield from self._until(
                lambda: self._round() is not played or played.left() <= left - len(places),
                "the cards for {}".format(places),
            )
            return
        card = self._felt.deal_by_hand(given[1])
        self._remember(given[1])
        yield self.pace.card
        waited = 0
        while self._round() is played and played.left() == left:
            yield _LOOK_MS
            waited += _LOOK_MS
            if waited == _UNREAD_MS:
                self._felt.hold_to_shoe(card)
            elif waited > 2 * _UNREAD_MS:
                return

    def _do_begin(self, played, given):
        yield from self._do_card(played, ("card", played.expects()[1][1]))

    def _do_stand(self, played, given):
        seat = given[1]
        yield self.pace.think
        hand = list(self._felt.at[seat])
        count = self._dice.below(6)  # five: four are replaced at once (NI2005-66 r 9.5)
        if self.looks:
            hand, count = _discards(hand)
        self.now.thrown[seat] = [card.face for card in hand[:count]]
        self.now.actions.append((seat, "throw" if count else "stand"))
        if count:
            while self._felt.at_the_mouth():
                yield _LOOK_MS
            self._felt.into_rack(hand[:count])
            self._remember(seat)
        else:
            yield from self._keys(seat, "declare")

    def _do_reshuffle(self, played, given):
        """The discards are shuffled and go back, as far as they may (NI2005-66 r 9.7, 7)."""
        yield from self._keys("collect")
        yield from self._until(self._moved, "the reshuffle")
        yield self.pace.think
        if self._round() is not played:
            return
        back = [card for card in self._felt.rack if played.place_of(card.face) is None]
        self._dice.shuffle(back)
        for card in back:
            self._felt.back_into_shoe(card)

    def _do_rule_void(self, played, given):
        yield from self._void()

    _do_rule_misdeal = _do_rule_void  # the keypad has one key for both: every wager goes back

    def _void(self):
        """A supervisor comes with the key."""
        self._world.key_switch.turn(True)
        yield self.pace.key
        yield from self._keys("void")
        self._world.key_switch.turn(False)

    def _do_show(self, played, given):
        yield self.pace.think
        seat = given[1]
        mucks = ("muck", seat) in played.expects() and self._dice.chance(_MUCKS)
        self.now.actions.append((seat, "muck" if mucks else "show"))
        yield from self._keys(seat, "fold" if mucks else "show")

    def _do_act(self, played, given):
        """A player acts: the key of the dealer, or the cards in the rack."""
        yield self.pace.think
        kinds = [wish[0] for wish in played.expects()]
        seat = given[1]
        roll = self._dice.below(100)
        if self.looks and self._felt.at.get(seat):
            key, cents = self._judged(played, kinds, seat)
            if key == "bet" and cents:
                yield from self._bets(seat, "bet" if "bet" in kinds else "raise", cents)
            else:
                yield from self._fold(seat) if key == "fold" else self._act(seat, key)
        elif not self._felt.at.get(seat):  # in the rack already, and the board has forgotten it
            yield from self._keys(seat, "fold")
        elif roll < _FOLDS and "fold" in kinds and "check" not in kinds:
            yield from self._fold(seat)
        elif roll < _FOLDS + _RAISES and ("bet" in kinds or "raise" in kinds):
            yield from self._act(seat, "bet")
        elif roll < _FOLDS + _RAISES + _ALL_IN and "all_in" in kinds:
            yield from self._act(seat, "declare")
        elif "check" in kinds or "call" in kinds:
            yield from self._act(seat, "ante")
        elif "bet" in kinds or "raise" in kinds:
            yield from self._act(seat, "bet")
        elif "all_in" in kinds:
            yield from self._act(seat, "declare")
        else:
            yield from self._fold(seat)

    def _judged(self, played, kinds, seat):
        """(key, cents) of a player who has looked; 0 cents: the least bet, which has a key."""
        from sim.harness import judgement

        exactly_two = self._world.config["game"] == "omaha"
        board = self._felt.faces(BOARD) if self._felt.at.get(BOARD) else []
        good = judgement.worth(self._felt.faces(seat), board, exactly_two)
        good -= judgement.OF_FOUR if exactly_two else 0
        call = max(0, min(played.betting.level - played.bet[seat], played.stack[seat]))
        cost = 100 * call // max(1, played.pot() + call)
        key = judgement.decide(kinds, good, cost, self._dice)
        bounds = [wish[2] for wish in played.expects() if wish[0] in ("bet", "raise")]
        if key != judgement.BET or not bounds or bounds[0][0] == bounds[0][1]:
            return key, 0
        least, most = bounds[0]
        step = played.values.get("smallest_chip") or played.values.get("min_bet") or 100
        level, pot = played.betting.level, played.pot() + call
        cents = judgement.amount(good, level, pot, least, most, step, self._dice)
        return key, cents if cents > least else 0

    def _bets(self, seat, kind, cents):
        """An amount that the keypad has no key for: the dealer enters it on the console."""
        self.now.actions.append((seat, kind))
        app = self._world.app
        if app is not None:
            app.loop.spawn(_said(app, (kind, seat, cents)), "console")
        yield self.pace.key

    def _act(self, seat, key):
        self.now.actions.append((seat, key))
        if key == "declare" or self._dice.chance(50):
            yield from self._keys(seat)  # else it is the seat whose turn it is
        yield from self._keys(key)

    def _fold(self, seat):
        self.now.actions.append((seat, "fold"))
        played, folds = self._round(), len(self._round().folds)
        by_rack = self._dice.chance(_BY_RACK)
        if not self._felt.has_reader(DISCARD) or self._felt.at_the_mouth() or not by_rack:
            yield from self._keys(seat, "fold")
            self._felt.collect(seat)
            return
        self._felt.collect(seat)
        waited = 0
        while self._round() is played and len(played.folds) == folds:
            yield _LOOK_MS
            waited += _LOOK_MS
            if waited == _UNREAD_MS:  # the rack has not shown the whole hand: the dealer keys it
                yield from self._keys(seat, "fold")
                return

    # ---- hands and eyes

    def _keys(self, *names):
        for name in names:
            self._world.keypad.tap(KEYS.index(str(name)), hold_ms=self.pace.key // 2)
            yield self.pace.key

    def _judges(self):
        app = self._world.app
        return app is not None and app.controller.busy

    def _until(self, holds, what):
        """Wait; no longer when the board has restarted: who did something looks again."""
        waited = 0
        app = self._world.app
        # What is judged and not kept yet nobody can see: neither lamps nor records tell it.
        while self._world.app is app and (not holds() or self._judges()):
            if waited > _LIMIT_MS:
                if self.patient:
                    return
                raise NotTaken(what)
            yield _LOOK_MS
            waited += _LOOK_MS


def _discards(hand):
    """(the hand with what goes first, how many): pairs and better stay, else the high cards."""
    ranks = [card.face[0] for card in hand]
    odd = [card for card in hand if ranks.count(card.face[0]) == 1 and card.face != "Jk"]
    if len(odd) == 5:
        odd.sort(key=lambda card: "23456789TJQKA".index(card.face[0]))
        odd = odd[:3]
    elif len(odd) == 1:
        odd = []  # two pairs or four: nothing to gain
    return odd + [card for card in hand if card not in odd], len(odd)


def _said(app, given):
    app.people(given)
    yield 0


def _in_a_row(played, place):
    """The places of the cards that are dealt without anything in between."""
    if played.phase == BEFORE:
        return [place]
    if not played.street:
        dealt = sum([len(played.held[seat]) for seat in played.players])
        return (played.players * played.initial)[dealt:] or [place]
    if place == BOARD:
        return [BOARD] * (sum(played.streets[: played.street + 1]) - len(played.board))
    thrown = getattr(played, "thrown", None)
    if thrown is not None and is_seat(place):
        return [place] * (min(len(thrown[place]), 4) - played.got[place]) or [place]
    return [place]


def _state(played):
    """What moves when the table has taken something."""
    return (
        played.phase,
        played.street,
        played.to_act(),
        played.left(),
        len(played.folds),
        sum(played.bet),
        sum([1 for shown in played.shown if shown]),
        sum([1 for cards in getattr(played, "thrown", ()) if cards is not None]),
    )
