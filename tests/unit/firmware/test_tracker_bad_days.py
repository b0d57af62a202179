"""The tracker when readers are out, cards come together or late, and between rounds."""

from cardtable.rules.places import DEALER, DISCARD
from cardtable.tracker.places import HELD
from tests.unit.firmware.tracker_table import Table, uid


def test_of_two_cards_that_one_scan_names_none_is_told_where_the_first_lies_face_down():
    """Stud dealt by hand: told in the wrong order the closed card's face would be recorded."""
    table = Table([1, 1], by_shoe=False)
    table.in_order = True
    table.lying[1] = ["2c", "3c"]
    table.sweep(8)
    assert table.given == [] and table.standing() == [("card_elsewhere", 1)]
    table.lying[1] = []  # the dealer takes them up and lays them down one by one
    table.sweep(4)
    assert table.standing() == []
    for face in ("3c", "2c"):
        table.lying[1].append(face)
        table.sweep(3)
    assert table.given == [("card", 1, "3c"), ("card", 1, "2c")] and table.standing() == []
    table = Table([1, 2], by_shoe=False)  # in two boxes the order is that of the deal
    table.in_order = True
    table.lying[2], table.lying[1] = ["2c"], ["3c"]
    table.sweep(5)
    assert table.given == [("card", 1, "3c"), ("card", 2, "2c")]


def test_cards_on_their_way_when_a_round_ends_are_not_of_the_next():
    for seen in (0, 1, 2):
        table = Table([1, 2])
        table.shoe("2c")
        table.shoe("3c")
        table.lying[1], table.lying[2] = ["2c"], ["3c"]
        table.sweep(seen)
        table.fusion.shuffled()  # the round was void, and the next is open
        table.due = [1, 2]
        table.sweep(8)
        assert table.given == [] and table.told == []
        table.lying[1], table.lying[2] = [], []
        table.sweep(4)
        table.deal(("4c", 1), ("2c", 2))
        assert table.given == [("card", 1, "4c"), ("card", 2, "2c")] and table.told == []


def test_what_a_dead_reader_showed_is_forgotten_when_the_felt_is_cleared():
    table = Table([1, 2])
    table.deal(("2c", 1), ("3c", 2))
    table.sweep(3, blind=(2,))
    table.fusion.follow(("end", "settled", None), None)
    table.fusion.follow(("round", 2), None)
    table.lying[1], table.lying[2] = [], []
    table.sweep(5, blind=(2,))
    table.due = [1, 2, 1]
    assert table.shoe("4c") is None and table.shoe("3c") is None and table.shoe("2c") is None
    table.lying[1] = ["4c", "2c"]
    table.sweep(6, blind=(2,))
    assert table.given[2:] == [("card", 1, "4c"), ("card", 2, "3c"), ("card", 1, "2c")]
    assert table.standing() == [("card_unseen", 2)]


def test_an_empty_scan_that_is_not_clean_knows_nothing():
    table = Table([1])
    table.deal(("2c", 1))
    table.lying[1] = []
    table.sweep(5, clean=False)
    assert table.where("2c") == 1 and table.fusion.blind[1]
    table.lying[1] = ["2c"]
    table.sweep()
    assert not table.fusion.blind[1]


def test_the_dealers_cards_in_the_rack_are_told():
    table = Table([DEALER])
    table.deal(("2c", DEALER))
    table.lying[DEALER], table.lying[DISCARD] = [], ["2c"]
    table.sweep(5)
    assert table.standing() == [("card_elsewhere", DISCARD)]


def test_a_card_of_a_collected_hand_that_slides_into_another_box_is_told():
    table = Table([1, 1, 2])
    table.deal(("2c", 1), ("3c", 1), ("4c", 2))
    table.fusion.collected(1)
    table.sweep(3)
    assert table.told == []  # on their way
    table.lying[2].append(table.lying[1].pop())  # its new reader shows it before the old loses it
    table.sweep(6)
    assert table.standing() == [("card_elsewhere", 2)]


def test_a_split_hand_is_over_when_the_dealer_keys_the_fold_also_at_a_blind_box():
    table = Table([1, 1, 1])
    table.allowed = ["card"]
    for face in ("2c", "3c", "4c"):
        table.shoe(face)
    table.sweep(6, blind=(1,))
    table.lying[DISCARD] = ["2c", "3c"]
    table.sweep(8, blind=(1,))
    assert ("hand_split", 1) in table.standing()
    table.fusion.folded(1)
    table.sweep(1, blind=(1,))
    assert ("hand_split", 1) not in table.standing()
    assert table.where("2c") == table.where("3c") == DISCARD


def test_the_deck_that_goes_out_by_the_rack_changes_no_decks():
    table = Table([1, 1], other=True)
    table.deal(("2c", 1))
    table.fusion.follow(("end", "settled", None), None)
    table.fusion.follow(("round", 2), None)
    table.lying[1] = []
    table.sweep(5)
    assert table.shoe("5c", 1) is None  # the other deck is in use now
    table.lying[1] = [uid("5c", 1)]
    table.lying[DISCARD] = [uid("2c")]
    table.sweep(6)
    assert table.given[1:] == [("card", 1, "5c")]
    assert [told for told in table.told if told[1] != DISCARD] == []
    table.lying[DISCARD] = []
    table.sweep(4)
    assert table.standing() == []


def test_a_second_reader_that_shows_a_card_and_dies_does_not_count_any_more():
    table = Table([1])
    table.deal(("2c", 1))
    table.lying[2] = ["2c"]
    table.sweep(5)
    assert table.standing() == [("card_seen_twice", 1), ("card_seen_twice", 2)]
    table.sweep(3, blind=(2,))
    assert table.standing() == []
    table.lying[1] = []
    table.sweep(5, blind=(2,))
    assert table.standing() == [] and table.where("2c") == HELD | 1


def test_a_ghost_of_two_scans_that_is_gone_before_the_card_is_told_is_counted():
    table = Table([2])
    table.shoe("2c")
    table.lying[1] = ["2c"]
    table.sweep(2, ms=140)
    table.lying[1], table.lying[2] = [], ["2c"]
    table.sweep(10, ms=140)
    assert table.given == [("card", 2, "2c")] and table.told == []
    assert table.fusion.spots[1].passing == 1 and table.fusion.spots[2].passing == 0
