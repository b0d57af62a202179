"""Bad days at the table: each is told by its code, and the table plays on."""

from cardtable.records import decode
from sim.chips.faults import FOREVER
from sim.chips.tag import Tag
from sim.people.felt import Card
from tests.integration.table.rounds import bodies, by_round, on_charging_desk, two_decks


def _kinds(listener, *names):
    return [record for record in bodies(listener.lines) if record[0] in names]


def test_a_shoe_reader_that_stays_silent_is_told_within_three_seconds_and_so_is_its_return(
    tmp_path,
):
    def plan(world):
        # Two rounds of two players; the reader is away for four seconds between them.
        world.house.seats = [1, 2]
        pause = world.house._collect

        def then_a_pause(played):
            yield from pause(played)
            if len(world.house.history) == 1:
                world.clock.at(1_000_000, world.shoe_chip.fault, "unplugged", FOREVER)
                world.clock.at(5_000_000, world.shoe_chip.clear, "unplugged")
                began.append(world.clock.now_us // 1000)
                yield 9000

        world.house._collect = then_a_pause

        worlds.append(world)

    def keep(line):
        lines.append(line)
        came.append(worlds[0].clock.now_us // 1000)

    began, worlds, lines, came = [], [], [], []
    on_charging_desk(tmp_path / "board", 2, prepare=plan, keep=keep)
    faults = [
        (ms, decode(line)[6:9])
        for ms, line in zip(came, lines, strict=True)
        if decode(line)[6] in ("fault", "fault_over")
    ]
    assert [what for _, what in faults] == [
        ["fault", "reader_silent", "shoe"],
        ["fault_over", "reader_silent", "shoe"],
    ]
    assert 1000 < faults[0][0] - began[0] <= 4000
    assert 5000 < faults[1][0] - began[0] <= 10000
    assert len(by_round(bodies(lines))) == 2


def test_a_foreign_card_at_the_shoe_is_told_and_changes_nothing(tmp_path):
    stranger = Card("As", Tag(b"\x04\xde\xad\xbe\xef\x00\x80"))

    def plan(world):
        world.clock.at(1_000_000, world.felt.pass_shoe, stranger)

    _, listener = on_charging_desk(tmp_path / "board", 1, prepare=plan)
    assert _kinds(listener, "fault") == [["fault", "foreign_card", "shoe", 1]]
    assert _kinds(listener, "end") == [["end", "settled", None]]


def test_a_panel_that_comes_loose_is_told_and_the_keys_work_again_later(tmp_path):
    def plan(world):
        def plugged(there):
            world.keys.is_present = lambda: there
            world.sensors.is_present = lambda: there

        world.clock.at(800_000, plugged, False)
        world.clock.at(1_200_000, plugged, True)

    _, listener = on_charging_desk(tmp_path / "board", 1, prepare=plan)
    told = [record[:3] for record in _kinds(listener, "fault", "fault_over")]
    assert told == [["fault", "panel_silent", "panel"], ["fault_over", "panel_silent", "panel"]]
    assert _kinds(listener, "end") == [["end", "settled", None]]


def test_a_card_drawn_before_any_ante_is_refused_and_stays_in_the_deck(tmp_path):
    def plan(world):
        # Before the people begin, somebody draws the card that will be dealt first.
        world.clock.at(1_000_000, world.felt.pass_shoe, world.felt.deck[0])

    _, listener = on_charging_desk(tmp_path / "board", 2, prepare=plan)
    refused = _kinds(listener, "refused")
    assert refused[0][1] == ["card"]  # which card it was is not told
    assert refused[0][2] == "no_ante_on_the_table"
    # Later it is dealt like any other card, without a word about "twice".
    assert _kinds(listener, "fault") == []
    assert [record[1] for record in _kinds(listener, "end")] == ["settled", "settled"]


def test_a_card_out_of_the_shoe_after_the_deal_voids_the_round_and_returns_all_wagers(tmp_path):
    def plan(world):
        play = world.house._act

        def careless(played):
            world.felt.draw(99)  # one card too many
            yield 300
            yield from play(played)

        world.house._act = careless

    _, listener = on_charging_desk(tmp_path / "board", 1, prepare=plan)
    records = bodies(listener.lines)
    ends = [record for record in records if record[0] == "end"]
    assert ends[0] == ["end", "void", "NI2004-492 14.3"]
    # A void round is as if it had never been: the meter has not moved.
    first = by_round(records)[0]
    assert not [record for record in first if record[0].startswith("meter")]


def test_a_cloned_card_is_told_as_a_card_seen_twice(tmp_path):
    def plan(world):
        # A second tag with the identity of a card that will lie on the table passes the shoe
        # after the deal has begun. Which card comes first is the seed's secret until then.
        deal = world.house._deal

        def with_a_clone(played):
            for step, wait in enumerate(deal(played)):
                yield wait
                if step == 3:
                    first = world.felt.at[world.house.seats[0]][0]
                    world.felt.pass_shoe(Card(first.face, Tag(first.tag.uid)))
                    yield 200

        world.house._deal = with_a_clone

    _, listener = on_charging_desk(tmp_path / "board", 1, prepare=plan)
    assert _kinds(listener, "fault") == [["fault", "card_seen_twice", "shoe", 1]]
    assert _kinds(listener, "end") == [["end", "settled", None]]


def test_NI2004_492_r12_2_without_readers_under_the_boxes_the_decks_take_turns_too(tmp_path):
    def plan(world):
        spare = two_decks(world, second=False)
        collect = world.house._collect

        def then_the_other_deck(played):
            yield from collect(played)
            for card in world.felt.deck:
                uid = spare[card.face]
                spare[card.face] = card.tag.uid
                card.tag = Tag(uid)

        world.house._collect = then_the_other_deck

    _, listener = on_charging_desk(tmp_path / "board", 3, prepare=plan)
    assert [end[1] for end in _kinds(listener, "end")] == ["settled"] * 3
    assert not _kinds(listener, "fault", "refused")


def test_NI2004_492_r12_2_within_a_round_a_card_of_the_other_deck_voids_it(tmp_path):
    def plan(world):
        spare = two_decks(world, second=False)
        draw = world.felt.draw
        drawn = []

        def one_of_the_other(place, dwell_ms=None):
            drawn.append(place)
            if len(drawn) == 4:
                card = world.felt.in_shoe[0]
                card.tag = Tag(spare[card.face])
            return draw(place, dwell_ms)

        world.felt.draw = one_of_the_other

    _, listener = on_charging_desk(tmp_path / "board", 1, prepare=plan)
    assert ["end", "void", "NI2004-492 12.2"] in _kinds(listener, "end")
