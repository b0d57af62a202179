"""Which colour each lamp has: one at every box, one for the jackpot (docs/panel.md).

A lamp tells how many cards lie at a box and who is waited for, never what a card is: `Public` is
all that the colours know, and it is filled from counts and from `round.expects()`.
"""

from cardtable.rules.places import SEATS, is_seat

# What the lamps are for just now
PLAY = 0
STOPPED = 1
MAINTENANCE = 2
TEST = 3

# Colours; the first four are also what is known of the cards at a box
OFF = 0  # not in the round
RED = 1  # no card yet
YELLOW = 2  # some cards
GREEN = 3  # all cards
WHITE = 4
BLUE = 5
VIOLET = 6

# Red, green, blue of each. A fifth of full brightness: eleven lamps stay below 150 mA (by the data
# sheet's 20 mA a colour; nobody has measured it).
_RGB = b"\0\0\0\x30\0\0\x30\x1c\0\0\x28\0\x20\x20\x20\0\0\x40\x20\0\x28"
_TEST = b"\x01\x03\x05\x04"  # red, green, blue, white: a dead colour shows

_TICK_MS = 50
_BLINK_MS = 512  # on and off for so long, all lamps together
_HEARD_TICKS = 2  # the jackpot's lamp tells so long that a key was heard
_REFRESH_MS = 1000  # a chain that was disturbed is right again after this

# Inputs a seat is waited for with. Who may declare, muck or collect is not waited for.
_WAITED = ("card", "bet", "check", "call", "raise", "all_in", "show", "throw", "stand", "move")


class Public:
    """What everyone at the table can see, and nothing else."""

    def __init__(self):
        self.mode = PLAY
        self.cards = bytearray(SEATS + 1)  # by seat: OFF, RED, YELLOW, GREEN
        self.waited = 0  # bit n: seat n is waited for
        self.faults = 0  # bit n: the box of seat n; bit 0: elsewhere
        self.wager = False  # a jackpot wager is placed
        self.pending = False  # a major prize waits for its payment
        self.locked = False  # jackpot wagers are refused

    def look(self, played, meter, faults):
        """See the table anew; `faults` has (code, where) of what is wrong now."""
        self.waited = 0
        self.wager = False
        for seat in range(SEATS + 1):
            self.cards[seat] = OFF
        if played is not None:
            self.waited = _waited(played)
            if hasattr(played, "boxes"):
                self._banked(played.boxes)
            else:
                for seat in played.players:
                    if not played.out[seat]:
                        self._count(seat, len(played.held[seat]), played.hole)
        self.pending = bool(meter.pending)
        self.locked = meter.locked
        self.faults = 0
        for _, where in faults:
            self.faults |= 1 << (int(where[4:]) if where.startswith("box ") else 0)

    def _banked(self, boxes):
        for seat in boxes:
            box = boxes[seat]
            if box.chip == 1:  # canberra_box.PLACED
                self.wager = True
            if not box.folded and not box.collected:
                self._count(seat, len(box.tokens), 5)

    def _count(self, seat, count, whole):
        self.cards[seat] = RED if not count else YELLOW if count < whole else GREEN


def _waited(played):
    found = folds = 0
    deal = False
    for given in played.expects():
        kind = given[0]
        if kind == "fold":
            folds |= 1 << given[1]
        elif kind in _WAITED:
            place = given[3] if kind == "move" else given[1]
            if is_seat(place):
                found |= 1 << place
            deal = deal or kind == "card"
    # While a card is due anyone may fold where bets are not followed: nobody waits for that.
    return found if deal else found | folds


def colours(public, now_ms, out):
    """Fill `out` with red, green, blue of each lamp: boxes from 1 on, the jackpot's last."""
    last = len(out) // 3 - 1
    for lamp in range(last + 1):
        if public.mode == PLAY:
            blink = now_ms & _BLINK_MS
            colour = _jackpot(public, blink) if lamp == last else _box(public, lamp + 1, blink)
        elif public.mode == TEST:
            colour = _TEST[now_ms >> 10 & 3]
        else:
            colour = BLUE if public.mode == STOPPED else VIOLET
        for k in range(3):
            out[3 * lamp + k] = _RGB[3 * colour + k]


def _box(public, seat, blink):
    if public.faults >> seat & 1:
        return BLUE
    if blink and public.waited >> seat & 1:
        return WHITE
    return public.cards[seat]


def _jackpot(public, blink):
    if public.pending:
        return YELLOW if blink else OFF
    if public.locked:
        return RED
    if public.faults & 1:
        return BLUE
    return GREEN if public.wager else OFF


def _tell_key(out):
    for k in range(len(out) - 3, len(out)):
        out[k] = _RGB[3 * WHITE]


class Lamps:
    """Keeps the lamps as the table is. `mode` may be set to MAINTENANCE or TEST."""

    def __init__(self, loop, pixels, controller, vault, faults):
        self._loop = loop
        self._pixels = pixels
        self._controller = controller
        self._vault = vault
        self._faults = faults
        self._next = bytearray(3 * pixels.count)
        self._sent = bytearray(3 * pixels.count)
        self._written = loop.clock.ticks_add(loop.clock.ticks_ms(), -_REFRESH_MS)
        self._stale = True
        self._beat = -1  # in which half of a blink the lamps were looked at last
        self._from = loop.clock.ticks_ms()  # blinking begins with light when others are waited for
        self._task = None
        self._heard_for = 0  # ticks that a key is still to be told for
        self._wakes = 0  # 1: runs at once; 2: has just done so
        self.public = Public()
        self.mode = PLAY
        controller.listeners.append(self._heard)

    def _heard(self, record):
        """Nothing changes without a record. The first of an input shows at once, the others of it,
        which the round has known from the beginning, with the next tick."""
        self._stale = True
        clock = self._loop.clock
        # Not within 2 ms of the last ones: a chain of WS2812B takes them over after 280 us of rest.
        rested = clock.ticks_diff(clock.ticks_ms(), self._written) > 1
        if rested and not self._wakes and self._task is not None:
            self._wakes = 1
            self._loop.soon(self._task)

    def key_heard(self):
        """A key is told at once, by the jackpot's lamp in white, before what it means is judged.

        It tells a key and nothing else: not whether it means anything, nor what comes of it."""
        if self.public.mode == PLAY:
            self._heard_for = _HEARD_TICKS
            clock = self._loop.clock
            now = clock.ticks_ms()
            if clock.ticks_diff(now, self._written) > 1:  # else with the next tick
                self._written = now
                _tell_key(self._sent)
                self._pixels.write(self._sent)

    def run(self):
        self._task = self._loop.current
        while True:
            self.tick()
            self._wakes = 2 if self._wakes == 1 else 0
            yield _TICK_MS

    def _look(self):
        """See the table anew; whether others are waited for now."""
        self._stale = False
        public = self.public
        waited = public.waited
        public.look(self._controller.round, self._vault.books.meter, self._faults)
        return public.waited != waited

    def tick(self):
        clock = self._loop.clock
        public = self.public
        now = clock.ticks_ms()
        if clock.ticks_diff(now, self._written) < 2:
            return  # a key has just been told: the chain rests
        mode = self.mode
        if mode == PLAY and self._vault.stopped is not None:
            mode = STOPPED
        beat = clock.ticks_diff(now, self._from) // _BLINK_MS
        if beat == self._beat and mode == public.mode and not self._stale and not self._heard_for:
            return  # nothing but a record, a mode, a key or a blink changes a lamp
        if self._stale and self._look():
            self._from = now  # a key is answered at once, not half a second later
            beat = 0
        self._beat = beat
        public.mode = mode
        colours(public, (beat + 1) * _BLINK_MS, self._next)
        if self._heard_for:
            self._heard_for -= 1
            if self._heard_for and mode == PLAY:
                _tell_key(self._next)
        if self._next != self._sent or clock.ticks_diff(now, self._written) >= _REFRESH_MS:
            self._written = now
            self._pixels.write(self._next)
            self._next, self._sent = self._sent, self._next
