"""Lamps at the boxes: a chain that checks every pulse, colours from what everyone may see."""

from cardtable.desk import games
from cardtable.jackpot.books import new_books
from cardtable.loop import Loop
from cardtable.rules.cards import card_text
from cardtable.rules.places import DEALER, SEATS, is_seat
from cardtable.rules.seals import Sealer
from cardtable.ui import lamps
from cardtable.ui.lamps import Lamps, Public, colours
from sim import paths
from sim.chips.wiring import Wiring
from sim.chips.ws2812 import WS2812
from sim.harness.clock import VirtualClock
from sim.people.dice import Dice
from tests.unit.firmware import canberra_rounds
from tests.unit.firmware.felt import Felt
from tests.unit.firmware.heap import taken

paths.install()

PIN = 2
LAMPS = JACKPOT = SEATS + 1
NAMES = ("off", "red", "yellow", "green", "white", "blue", "violet")
BLINK = 512  # a time at which what blinks is on; at 0 it is off


def name(colour):
    for code in range(len(NAMES)):
        if bytes(colour) == lamps._RGB[3 * code : 3 * code + 3]:
            return NAMES[code]
    raise AssertionError("no such colour: " + repr(colour))


def read(out):
    return [name(out[k : k + 3]) for k in range(0, len(out), 3)]


def shown(public, now_ms=0):
    """{box: colour} of the lamps that are on; the jackpot's is JACKPOT."""
    out = bytearray(3 * LAMPS)
    colours(public, now_ms, out)
    names = read(out)
    found = {k + 1: names[k] for k in range(SEATS) if names[k] != "off"}
    if names[SEATS] != "off":
        found[JACKPOT] = names[SEATS]
    return found


def meter():
    return new_books(1000000, 0, 1000000, 8000).meter


def looked(played, now_ms=0, faults=()):
    public = Public()
    public.look(played, meter(), faults)
    return shown(public, now_ms)


class Chain:
    """A chain on a pin of a board."""

    def __init__(self, count=LAMPS):
        import machine

        self.machine = machine
        self.clock = VirtualClock()
        wiring = Wiring(self.clock)
        machine.plug(wiring)
        self.chain = WS2812(self.clock, wiring.pin(PIN), count)
        self.pin = machine.Pin(PIN, machine.Pin.OUT, value=0)

    def driver(self):
        from cardtable.drivers.ws2812 import Pixels  # imports machine

        return Pixels(self.pin, self.chain.count)

    def send(self, data, timing=(400, 850, 800, 450)):
        self.machine.bitstream(self.pin, 0, timing, data)

    def errors_of(self, *frames, **how):
        for frame in frames:
            self.send(frame, **how)
        self.clock.sleep_ms(1)
        assert self.chain.colours
        return " | ".join(self.chain.errors)


# ---- the chain


def test_the_emulated_chain_reads_green_red_blue_and_latches_after_a_pause():
    bench = Chain(2)
    bench.send(bytes((1, 2, 3, 128, 5, 255)))
    assert bench.chain.colours == [(0, 0, 0)] * 2  # not yet latched
    bench.clock.sleep_us(279)
    assert bench.chain.colours == [(0, 0, 0)] * 2
    bench.clock.sleep_us(2)
    assert bench.chain.colours == [(2, 1, 3), (5, 128, 255)]
    assert bench.chain.errors == [] and bench.chain.frames == 1


def test_a_frame_takes_its_time_on_the_wire():
    bench = Chain(2)
    bench.send(bytes(6))
    assert bench.clock.now_us == 60  # 48 bits of 1.25 µs


def test_the_emulated_chain_complains_about_what_lamps_would_not_understand():
    assert "neither 0 nor 1" in Chain(1).errors_of(b"\0\0\0", timing=(600, 850, 800, 450))
    assert "low for 3000 ns after a 0" in Chain(1).errors_of(
        b"\0\0\0", timing=(400, 3000, 800, 450)
    )
    assert "16 bits are no whole" in Chain(1).errors_of(b"\0\0")
    assert "48 bits for 1 lamps" in Chain(1).errors_of(bytes(6))
    assert "48 bits for 1 lamps" in Chain(1).errors_of(bytes(3), bytes(3))  # without a pause
    bench = Chain(2)
    bench.send(bytes(3))
    bench.clock.sleep_us(100)
    assert "a pause of 100" in bench.errors_of(bytes(3))
    assert Chain(1).errors_of(b"\1\2\3") == ""


def test_the_fake_bitstream_takes_what_the_real_one_takes():
    bench = Chain(1)
    for encoding, timing in ((1, (400, 850, 800, 450)), (0, (400, 850))):
        try:
            bench.machine.bitstream(bench.pin, encoding, timing, b"\0\0\0")
        except ValueError:
            continue
        raise AssertionError((encoding, timing))


def test_the_driver_sends_each_lamp_its_own_colour():
    bench = Chain(3)
    bench.driver().write(bytearray((10, 20, 30, 0, 0, 255, 7, 0, 0)))
    bench.clock.sleep_ms(1)
    assert bench.chain.colours == [(10, 20, 30), (0, 0, 255), (7, 0, 0)]
    assert bench.chain.errors == []


# ---- colours


def test_a_box_is_red_yellow_and_green_as_its_cards_come():
    felt = Felt("omaha", {1: 200, 4: 200, 9: 200}, marker=1)
    assert "green" not in looked(felt.round).values()
    deck = [card_text(k) for k in range(12)]
    seen = []
    while deck:
        due = [given[1] for given in felt.round.expects() if given[0] == "card"]
        felt.take("card", due[0], deck.pop())
        told = looked(felt.round)
        seen.append("".join([told[seat][0] for seat in (1, 4, 9)]))
    assert len(seen) == 12
    for k in range(12):  # round the table, one card at a time
        assert sorted(seen[k]) == sorted(
            ("r" if (k + 3 - s) // 3 == 0 else "y" if (k + 3 - s) // 3 < 4 else "g")
            for s in range(3)
        ), seen


def test_who_is_waited_for_blinks_white_over_the_colour_of_the_cards():
    felt = Felt("holdem", {1: 200, 2: 200, 3: 200}, marker=1)
    felt.do("deal")
    turn = felt.round.to_act()
    assert looked(felt.round) == {1: "green", 2: "green", 3: "green"}
    on = looked(felt.round, BLINK)
    assert on == {seat: "white" if seat == turn else "green" for seat in (1, 2, 3)}
    felt.take("fold", turn)
    told = looked(felt.round, BLINK)
    assert turn not in told and told[felt.round.to_act()] == "white"


def test_where_bets_are_not_followed_nobody_is_waited_for_between_the_cards():
    felt = Felt("holdem", {1: 200, 2: 200, 3: 200}, marker=1, follow="cards")
    while len(felt.round.held[1]) < 2 or not felt.round.street:
        due = [given for given in felt.round.expects() if given[0] == "card"]
        felt.take("card", due[0][1], felt._next_card())
    assert ("fold", 1) in felt.round.expects()  # which is allowed, and not awaited
    assert looked(felt.round, BLINK) == {1: "green", 2: "green", 3: "green"}


def test_canberra_waits_for_everyone_who_has_not_decided():
    felt = canberra_rounds.Felt(seats=(1, 2, 5))
    assert looked(felt.round, BLINK) == {}
    for seat in (1, 2, 5):
        felt.give("ante", seat, 500)
    assert looked(felt.round) == {1: "red", 2: "red", 5: "red"}
    deal_canberra(felt, [card_text(k) for k in range(52)])
    assert looked(felt.round, BLINK) == {1: "white", 2: "white", 5: "white"}
    felt.give("bet", 1, None)
    assert looked(felt.round, BLINK) == {1: "green", 2: "white", 5: "white"}
    felt.give("fold", 2)
    assert looked(felt.round, BLINK) == {1: "green", 5: "white"}


def deal_canberra(felt, deck):
    while felt.round.due() is not None:
        felt.give("card", felt.round.due(), deck.pop())


def test_the_jackpot_lamp_tells_wager_prize_and_lock():
    felt = canberra_rounds.Felt(seats=(1, 2))
    felt.give("ante", 1, 500)
    assert JACKPOT not in looked(felt.round)
    felt.give("jackpot", 1)
    assert looked(felt.round)[JACKPOT] == "green"
    public = Public()
    books = new_books(1000000, 0, 1000000, 8000)
    books.apply(("jackpot_hit", 1, "royal_flush", 1000000, 1000000, 0, 0))
    public.look(felt.round, books.meter, ())
    assert shown(public, BLINK)[JACKPOT] == "yellow" and JACKPOT not in shown(public, 0)
    books.apply(("jackpot_confirmed", 1, "x"))
    books.apply(("meter_held", 5000))
    public.look(felt.round, books.meter, ())
    assert shown(public, BLINK)[JACKPOT] == shown(public, 0)[JACKPOT] == "red"


def test_a_fault_is_blue_where_it_is():
    faults = {("reader_silent", "box 3"): 1, ("foreign_card", "box 10"): 1}
    assert looked(None, 0, faults) == {3: "blue", 10: "blue"}
    assert looked(None, 0, {("panel_silent", "panel"): 1}) == {JACKPOT: "blue"}
    assert looked(None, 0, {}) == {}


def test_stopped_play_maintenance_and_a_test_of_lamps_are_told_by_all_lamps_at_once():
    public = Public()
    for mode, colour in ((lamps.STOPPED, "blue"), (lamps.MAINTENANCE, "violet")):
        public.mode = mode
        assert list(shown(public).values()) == [colour] * LAMPS
    public.mode = lamps.TEST
    seen = [shown(public, 1024 * k)[1] for k in range(4)]
    assert seen == ["red", "green", "blue", "white"]


def test_all_lamps_together_stay_below_what_a_usb_port_gives():
    for code in range(len(NAMES)):
        # Data sheet: 20 mA a colour at full brightness. No hardware has confirmed it.
        rgb = lamps._RGB[3 * code : 3 * code + 3]
        assert LAMPS * sum(rgb) * 20 // 255 <= 150, NAMES[code]


# ---- secrecy


class Peeked(Exception):
    pass


def seen_of(played):
    """What the lamps show at both halves of a blink; no seal may be looked under for it."""

    def guarded(token):
        raise Peeked(token)

    played.sealer.face = guarded
    try:
        return looked(played, 0), looked(played, BLINK)
    finally:
        del played.sealer.face


HIDDEN = [card_text(k) for k in range(0, 52, 2)]  # high and low, of two suits
OPEN = [card_text(k) for k in range(1, 52, 2)]


class Table:
    """One of two tables where the same happens, but for the cards that nobody sees."""

    def __init__(self, game, hidden):
        self.hidden = list(hidden)
        self.open = list(OPEN)
        if game == "canberra":
            self.round = canberra_rounds.Felt(seats=(1, 2, 5)).round
            for seat in (1, 2, 5):
                self.round.take(("ante", seat, 500))
            self.round.take(("jackpot", 2))
        else:
            given: dict = {"commission": "none"}
            if game == "draw":
                given.update({"blinds": [50, 100], "limit": "full-pot"})
            stacks = [(1, 2000), (3, 7000), (8, 5000)]
            self.round = games.start(game, given, stacks, 3, Sealer(b"the same secret"))
            self.round.take(("begin",))
        self.stud = game == "stud"

    def _held(self):
        return getattr(self.round, "held")  # noqa: B009  (a banked round has none)

    def take(self, given):
        kind = given[0]
        if kind == "card":
            secret = is_seat(given[1]) or given[1] == DEALER or given[1] == 21
            if self.stud and secret and is_seat(given[1]) and self._held()[given[1]]:
                secret = False
            given = ("card", given[1], (self.hidden if secret else self.open).pop())
        elif kind == "throw":
            face = self.round.sealer.face
            given = ("throw", given[1], [face(one) for one in self._held()[given[1]][:2]])
        elif kind in ("bet", "raise") and isinstance(given[2], tuple):
            given = (kind, given[1], given[2][0])
        self.round.take(given)


def test_no_lamp_depends_on_a_card_face_down():
    """The same public script over other hidden cards: the same colours all along."""
    moves = ("card", "check", "call", "bet", "raise", "throw", "stand", "fold")
    for game in ("canberra", "holdem", "omaha", "draw", "stud"):
        different = set()
        compared = 0
        for seed in range(4):
            dice = Dice(seed + 1)
            one, two = Table(game, HIDDEN), Table(game, HIDDEN[13:] + HIDDEN[:13])
            assert one.hidden != two.hidden
            for _ in range(80):
                may = [given for given in one.round.expects() if given[0] in moves]
                if not may or not one.hidden:
                    break
                first = may[0] if dice.below(8) else may[dice.below(len(may))]
                one.take(first)
                two.take(first)
                told = seen_of(one.round)
                assert told == seen_of(two.round), (game, seed, first)
                different.add(repr(told))
                compared += 1
        assert compared >= 60 and len(different) >= 10, (game, compared, len(different))


# ---- the task


class Around:
    """Croupier and vault, as far as lamps look at them."""

    def __init__(self):
        self.round = canberra_rounds.Felt(seats=(1, 2)).round
        self.listeners = []
        self.books = new_books(1000000, 0, 1000000, 8000)
        self.stopped: tuple = None  # type: ignore[assignment]

    def take(self, *given):
        for record in self.round.take(given):
            for listener in self.listeners:
                listener(record)


class Bench(Chain):
    def __init__(self):
        super().__init__()
        self.loop = Loop(self.clock)
        self.around = Around()
        self.faults = {}
        self.lamps = Lamps(self.loop, self.driver(), self.around, self.around, self.faults)
        self.loop.spawn(self.lamps.run(), "lamps")
        self.loop.run_for(200)

    def seen(self, ms=100):
        self.loop.run_for(ms)
        return [name(colour) for colour in self.chain.colours]


def test_lamps_follow_the_round_and_write_only_what_changed():
    bench = Bench()
    assert bench.seen() == ["off"] * LAMPS
    before = bench.chain.frames
    bench.loop.run_for(10_000)
    assert bench.seen() and bench.chain.frames - before <= 11  # the refresh alone
    bench.around.take("ante", 2, 500)
    colours_seen = {bench.seen(100)[1] for _ in range(20)}
    assert colours_seen == {"red", "white"}  # in turn: the first card is due there
    assert bench.chain.errors == []


def test_who_is_waited_for_lights_up_at_once_whenever_that_changes():
    for wait_ms in (0, 130, 260, 390, 520, 650, 780, 910):  # any moment of a blink
        bench = Bench()
        bench.loop.run_for(3000 + wait_ms)
        assert bench.seen(0)[1] == "off"
        bench.around.take("ante", 2, 500)
        bench.loop.run_for(10)
        assert bench.seen(0)[1] == "white", wait_ms


def test_a_key_is_told_by_the_jackpots_lamp_before_anything_is_judged():
    for wait_ms in (0, 17, 49, 130, 511, 990):  # any moment between two ticks
        bench = Bench()
        bench.around.take("ante", 1, 500)
        bench.around.take("jackpot", 1)
        bench.loop.run_for(1000 + wait_ms)
        boxes = bench.seen(0)[:-1]
        bench.lamps.key_heard()
        told = bench.seen(1)
        assert (told[:-1], told[-1]) == (boxes, "white"), wait_ms
        assert bench.seen(48)[-1] == "white", wait_ms
        assert bench.seen(102)[-1] == "green", wait_ms
        assert bench.chain.errors == []


def test_a_key_while_lamps_are_sent_is_told_with_the_next_tick():
    bench = Bench()
    bench.lamps.key_heard()
    bench.loop.run_for(1)
    bench.around.take("ante", 2, 500)  # the lamps are still taking over the last colours
    bench.lamps.key_heard()
    assert bench.seen(51)[-1] == "white"
    assert bench.seen(101)[-1] == "off"
    assert bench.chain.errors == []


def test_where_play_has_stopped_no_key_is_told():
    bench = Bench()
    bench.around.stopped = ("chain", "")
    assert bench.seen() == ["blue"] * LAMPS
    bench.lamps.key_heard()
    assert bench.seen(1) == bench.seen(60) == ["blue"] * LAMPS


def test_a_chain_that_was_disturbed_or_unplugged_is_right_again():
    bench = Bench()
    bench.around.take("ante", 1, 500)
    bench.around.take("jackpot", 1)
    assert bench.seen()[-1] == "green"
    bench.chain.glitch(LAMPS - 1, (255, 255, 255))
    assert bench.seen(1_200)[-1] == "green"
    bench.chain.unplug()
    assert bench.seen(3_000) == ["off"] * LAMPS
    bench.chain.plug()
    assert bench.seen(1_200)[-1] == "green"
    assert bench.chain.errors == []


def test_stopped_play_reaches_the_lamps_without_a_record():
    bench = Bench()
    bench.around.stopped = ("fram_lost", "fram")
    assert bench.seen() == ["blue"] * LAMPS
    bench.lamps.mode = lamps.MAINTENANCE
    assert bench.seen() == ["violet"] * LAMPS


def test_a_tick_without_news_allocates_nothing():
    class Deaf:
        count = LAMPS

        def write(self, data):
            pass

    class Still:
        now = 0

        def ticks_ms(self):
            self.now = (self.now + 50) & 0xFFFF
            return self.now

        def ticks_diff(self, end, start):
            return 2000  # a refresh at every tick

        def ticks_add(self, ticks, delta):
            return ticks

    class Pump:
        clock = Still()

    around = Around()
    around.take("ante", 1, 500)
    task = Lamps(Pump, Deaf(), around, around, {})
    assert taken(task.tick) in (0, None)
    assert taken(task.key_heard) in (0, None)
