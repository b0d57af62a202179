"""The tracker with a round that expects what the test says: shoe order against what boxes show."""

from cardtable.rules.places import BOARD, BURN, DISCARD, SHOE
from cardtable.tracker.fusion import SETTLE_MS
from cardtable.tracker.places import HELD, MISSING
from tests.unit.firmware.tracker_table import FACES, PLACES, Table, uid


def test_cards_are_told_in_the_order_of_the_shoe_at_the_boxes_that_show_them():
    table = Table([1, 2, 3])
    table.deal(("2c", 1), ("3c", 2), ("4c", 3))
    assert table.given == [("card", 1, "2c"), ("card", 2, "3c"), ("card", 3, "4c")]
    assert table.told == []
    assert table.where("3c") == 2 and table.where("9c") == SHOE
    assert table.fusion.count(SHOE) == len(FACES) - 3


def test_a_card_is_told_a_fixed_time_after_it_left_the_shoe():
    for lying in ([], ["9c"], ["9c", "Tc", "Jc"]):
        table = Table([1])
        table.fusion.put("9c", 2)
        table.lying[2] = lying
        table.sweep(3)
        table.shoe("2c")
        start = table.clock.ticks_ms()
        table.lying[1].append("2c")
        while not [given for given in table.given if given[1] == 1]:
            table.sweep()
        assert table.fusion.flying.count == 0
        assert SETTLE_MS <= table.clock.ticks_ms() - start <= SETTLE_MS + 320


def test_a_blind_box_falls_back_to_the_order_of_the_shoe_and_says_so():
    table = Table([1, 2])
    for face, place in (("2c", 1), ("3c", 2)):
        table.shoe(face)
        table.lying[place].append(face)
    table.sweep(5, blind=(2,))
    assert table.given == [("card", 1, "2c"), ("card", 2, "3c")]
    assert table.standing() == [("card_unseen", 2)]
    table.sweep(2)
    assert table.standing() == []


def test_a_card_in_the_wrong_box_is_told_where_it_lies():
    table = Table([1, 2])
    table.deal(("2c", 2))
    table.sweep(4)  # the card for box 1 may have been missed by the shoe: a second chance
    assert table.given == [("card", 2, "2c")]


def test_a_card_that_the_shoe_missed_is_named_by_its_box_before_the_next_one():
    table = Table([1, 2])
    table.lying[1].append("2c")
    table.deal(("3c", 2))
    assert table.given == [("card", 1, "2c"), ("card", 2, "3c")]
    assert table.told == [("shoe_missed", 1, 1)]


def test_while_the_shoe_is_blind_boxes_name_the_cards_without_a_word_each():
    table = Table([1, 2])
    table.fusion.shoe_blind = True
    table.lying[1].append("2c")
    table.sweep(3)
    assert table.given == [("card", 1, "2c")]
    assert table.told == []


def test_dealt_by_hand_the_boxes_name_the_cards_in_the_order_that_is_due():
    table = Table([3, 1, 2], by_shoe=False)
    for face, place in (("2c", 1), ("3c", 2), ("4c", 3)):
        table.lying[place].append(face)
    table.sweep(3)
    assert table.given == [("card", 3, "4c"), ("card", 1, "2c"), ("card", 2, "3c")]


def test_dealt_by_hand_a_card_out_of_turn_is_told_after_a_while():
    table = Table([1, 2], by_shoe=False)
    table.lying[2].append("3c")
    table.sweep(3)
    assert table.given == []
    table.sweep(4)
    assert table.given == [("card", 2, "3c")]


def test_a_packet_of_five_is_named_by_its_box():
    table = Table([1] * 5, by_shoe=False)
    table.lying[1] = ["2c", "3c", "4c", "5c", "6c"]
    table.sweep(3)
    assert sorted(table.given) == [("card", 1, face) for face in table.lying[1]]


def test_a_lifted_card_stays_with_its_player_and_tells_nothing():
    table = Table([1])
    table.deal(("2c", 1))
    before = len(table.given), len(table.told)
    for _ in range(3):
        table.lying[1] = []
        table.sweep(5)
        assert table.where("2c") == HELD | 1
        table.lying[1] = ["2c"]
        table.sweep(2)
        assert table.where("2c") == 1
    assert (len(table.given), len(table.told)) == before


def test_a_hand_in_the_rack_is_a_fold():
    table = Table([1, 1])
    table.deal(("2c", 1), ("3c", 1))
    table.lying[1] = []
    table.lying[DISCARD] = ["2c", "3c"]
    table.sweep(6)
    assert table.given[-1] == ("fold", 1)
    assert table.where("2c") == DISCARD
    assert table.told == []


def test_half_a_hand_in_the_rack_and_the_rest_in_the_box_are_discards():
    table = Table([1, 1])
    table.allowed = ["discard"]
    table.deal(("2c", 1), ("3c", 1))
    table.lying[1] = ["3c"]
    table.lying[DISCARD] = ["2c"]
    table.sweep(12)
    assert table.given[-1] == ("discard", 1, "2c")


def test_half_a_hand_in_the_rack_and_the_rest_nowhere_is_left_to_the_dealer():
    table = Table([1, 1])
    table.deal(("2c", 1), ("3c", 1))
    table.lying[1] = []
    table.lying[DISCARD] = ["2c"]
    table.sweep(12)
    assert table.given[2:] == []
    assert table.standing() == [("hand_split", 1)]
    table.fusion.follow(("fold", 1), None)  # the dealer has keyed it
    table.sweep(1)
    assert table.standing() == []
    assert table.where("3c") == DISCARD


def test_a_hand_in_the_rack_that_may_not_be_there_is_told():
    table = Table([1])
    table.allowed = []
    table.deal(("2c", 1))
    table.lying[1] = []
    table.lying[DISCARD] = ["2c"]
    table.sweep(6)
    assert ("hand_in_rack", 1, 1) in table.told


def test_a_card_pushed_to_another_box_is_told_there_and_moves_nothing():
    table = Table([1])
    table.deal(("2c", 1))
    table.lying[1] = []
    table.lying[2] = ["2c"]
    table.sweep(6)
    assert table.standing() == [("card_elsewhere", 2)]
    assert table.where("2c") & 31 == 1
    table.lying[2] = []
    table.lying[1] = ["2c"]
    table.sweep(6)
    assert table.standing() == []


def test_one_card_at_two_readers_is_a_duplicate_and_stays_where_it_was():
    table = Table([1])
    table.deal(("2c", 1))
    table.lying[3] = ["2c"]
    table.sweep(4)
    assert table.standing() == [("card_seen_twice", 1), ("card_seen_twice", 3)]
    assert table.where("2c") == 1
    table.lying[3] = []
    table.sweep(4)
    assert table.standing() == []


def test_of_two_readers_that_show_a_card_the_one_where_it_is_due_is_believed_and_both_are_told():
    for by_shoe in (True, False):
        table = Table([2, 3], by_shoe)
        if by_shoe:
            table.shoe("2c")
        table.lying[1] = ["2c"]  # a neighbour's field, read before the box itself
        table.sweep(2)
        table.lying[2] = ["2c"]
        table.sweep(4)
        assert table.given == [("card", 2, "2c")]
        assert table.standing() == [("card_seen_twice", 1), ("card_seen_twice", 2)]
        assert table.where("2c") == 2
        table.lying[1] = []
        table.sweep(4)
        assert table.standing() == [] and table.where("2c") == 2


def test_a_third_reader_that_shows_a_card_on_its_way_is_counted():
    table = Table([1])
    table.deal(("2c", 1))
    table.lying[1] = []
    table.lying[DISCARD] = table.lying[3] = ["2c"]
    table.sweep(2)
    assert table.fusion.spots[3].lost + table.fusion.spots[DISCARD].lost == 1
    table.lying[3] = []
    table.sweep(4)
    assert table.given[-1] == ("fold", 1) and table.where("2c") == DISCARD


def test_a_card_refused_where_a_ghost_showed_it_is_told_where_it_lies():
    table = Table([2], by_shoe=False)
    table.refuses = ["card"]
    table.lying[1] = ["2c"]
    table.sweep(6)
    table.refuses = []
    assert table.given == [] and table.where("2c") == SHOE
    table.lying[2] = ["2c"]
    table.sweep(3)
    assert table.given == [("card", 2, "2c")]
    assert table.standing() == [("card_seen_twice", 1), ("card_seen_twice", 2)]


def test_a_card_on_the_table_that_leaves_the_shoe_again_is_a_clone():
    table = Table([1, 2])
    table.deal(("2c", 1))
    table.shoe("3c")
    assert table.shoe("2c") == "card_seen_twice"


def test_a_ghost_of_one_scan_changes_nothing():
    table = Table([1])
    table.deal(("2c", 1))
    table.lying[2] = ["2c"]
    table.sweep(1)
    table.lying[2] = []
    table.sweep(6)
    assert table.told == [] and table.where("2c") == 1


def test_a_foreign_card_is_told_while_it_lies_there():
    table = Table([])
    table.lying[3] = [b"\x04stranger"]
    table.sweep(1)
    assert table.told == []
    table.sweep(1)
    assert table.standing() == [("foreign_card", 3)]
    table.lying[3] = []
    table.sweep(4)
    assert table.standing() == []
    assert table.fusion.left_shoe(b"\x04stranger") == "foreign_card"


def test_faults_name_places_and_counts_and_never_a_face():
    table = Table([1, 1, 2])
    table.deal(("2c", 1), ("3c", None), ("4c", 3))
    table.lying[2] = ["2c"]
    table.sweep(8)
    assert table.told
    for code, place, count in table.told:
        assert isinstance(code, str) and isinstance(place, int) and isinstance(count, int)
        assert code not in FACES


def test_a_card_the_round_does_not_take_lies_there_and_is_told():
    table = Table([1])
    table.refuses = ["card"]
    table.deal(("2c", 1))
    assert table.standing() == [("card_elsewhere", 1)]
    assert table.where("2c") == SHOE


def test_cards_of_the_last_round_are_cleared_away_in_silence():
    table = Table([1, 2])
    table.deal(("2c", 1), ("3c", 2))
    table.fusion.follow(("end", "won", None), None)
    table.fusion.follow(("round", 2, "holdem", "", None, []), None)
    table.sweep(5)
    assert table.standing() == []
    for place in (1, 2):
        table.lying[place] = []
    table.sweep(4)
    assert table.given == [("card", 1, "2c"), ("card", 2, "3c")]
    table.due = [1]
    table.deal(("3c", 1))  # the same card in the next round
    assert table.given[-1] == ("card", 1, "3c")
    assert table.standing() == []


def test_a_card_of_the_last_round_that_stays_is_told_when_the_next_deal_begins():
    table = Table([1, 2])
    table.deal(("2c", 1), ("3c", 2))
    table.fusion.follow(("end", "won", None), None)
    table.fusion.follow(("round", 2, "holdem", "", None, []), None)
    table.lying[1] = []
    table.sweep(4)
    table.due = [1]
    table.deal(("4c", 1))
    assert table.standing() == [("card_elsewhere", 2)]


def test_a_card_moved_by_a_record_is_looked_for_at_its_new_place():
    table = Table([1])
    table.deal(("2c", 1))
    table.fusion.follow(("move", "2c", 1, 2, "TGC-2006 C19.1.d"), lambda token: token)
    table.fusion.tick()  # flags are counted then
    assert table.standing() == [("card_elsewhere", 1), ("card_unseen", 2)]
    table.lying[1] = []
    table.lying[2] = ["2c"]
    table.sweep(5)
    assert table.standing() == []
    assert table.where("2c") == 2


def test_a_card_that_a_check_has_not_found_is_missing_until_it_is_seen():
    table = Table([1, 2])
    table.fusion.follow(("deck", "before", 25, ["2c"], [], 0), None)
    table.fusion.follow(("round", 1, "holdem", "", None, []), None)
    assert table.where("2c") == MISSING
    assert table.fusion.count(SHOE) == len(FACES) - 1
    table.lying[2] = ["2c"]
    table.sweep(2)
    assert table.standing() == [("card_elsewhere", 2)]
    table.lying[2] = []
    table.sweep(4)
    table.deal(("2c", 1))  # it is in the deck again
    assert table.given == [("card", 1, "2c")] and table.standing() == []


def test_a_burn_card_in_the_rack_is_where_it_belongs():
    table = Table([BURN, BOARD])
    table.deal(("2c", DISCARD), ("3c", BOARD))
    assert table.given == [("card", BURN, "2c"), ("card", BOARD, "3c")]
    assert table.told == []


def test_the_other_deck_in_a_round_is_an_irregularity():
    table = Table([1, 2], other=True)
    table.deal(("2c", 1))
    assert table.shoe("5c", deck=1) == "other_deck"
    assert table.given[-1] == ("other_deck", SHOE)
    table.lying[2] = [uid("6c", 1)]
    table.sweep(2)
    assert table.given[-1] == ("other_deck", 2)
    assert ("other_deck", 2) in table.standing()


def test_the_decks_take_turns_between_rounds():
    table = Table([1], other=True)
    assert table.shoe("5c", deck=1) is None
    table.lying[1] = [uid("5c", 1)]
    table.sweep(5)
    assert table.given == [("card", 1, "5c")]
    assert table.shoe("6c", deck=0) == "other_deck"


def test_NI2004_492_r12_2_a_round_with_the_second_deck_goes_on_after_a_start():
    for shown in (True, False):  # by the boxes first, or by the shoe
        table = Table([2], other=True)
        table.fusion.put("5c", 1)
        table.lying[1] = [uid("5c", 1)]
        if shown:
            table.sweep(2)
        assert table.shoe("6c", deck=1) is None
        table.lying[2] = [uid("6c", 1)]
        table.sweep(5)
        assert table.given == [("card", 2, "6c")] and table.standing() == []
        assert table.shoe("7c", deck=0) == "other_deck"


def test_NI2004_492_r12_2_a_table_with_a_shoe_alone_tells_its_decks_apart_too():
    table = Table([1, 2, 3], other=True)
    shoe = table.shoe_alone
    assert shoe.left_shoe(uid("5c", 1)) is None
    assert shoe.left_shoe(uid("6c", 0)) == "other_deck"  # within a round
    shoe.follow(("round", 2, "canberra", "", None, []), None)
    assert shoe.left_shoe(uid("6c", 0)) is None  # between rounds they take turns
    assert shoe.left_shoe(uid("7c", 1)) == "other_deck"
    assert table.given == [
        ("card", 1, "5c"), ("other_deck", SHOE), ("card", 2, "6c"), ("other_deck", SHOE),
    ]  # fmt: skip


def test_NI2004_492_r12_2_with_a_shoe_alone_a_round_goes_on_with_the_second_deck():
    table = Table([2], other=True)
    shoe = table.shoe_alone
    shoe.put("5c", 1)  # as the records of a round have it that was cut
    assert shoe.left_shoe(uid("6c", 1)) is None
    assert shoe.left_shoe(uid("7c", 0)) == "other_deck"


def test_every_card_is_in_exactly_one_place_whatever_happens():
    table = Table([1, 2, 3, 4] * 3)
    seed = 7
    moves = 0
    for step in range(60):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        face = FACES[(seed >> 8) % len(FACES)]
        place = PLACES[(seed >> 16) % len(PLACES)]
        if step % 3 == 0:
            table.shoe(face)
        for cards in table.lying.values():
            if face in cards:
                cards.remove(face)
        table.lying[place].append(face)
        table.sweep(1, clean=step % 4 > 0, blind=(place,) if step % 7 == 0 else ())
        places = [table.where(one) & 31 for one in FACES]
        assert len(places) == sum([table.fusion.count(place) for place in range(25)])
        moves += 1
    assert moves == 60
