"""What a reader shows: two scans make a card, three clean ones without it unmake it."""

from array import array

from cardtable.tracker.presence import Presence


class Scans:
    """Scans of one reader; `gone` are cards that are present no longer."""

    def __init__(self):
        self.presence = Presence()
        self.gone = []
        self.misses = array("I", [0] * 53)

    def scan(self, cards, clean=True):
        """The cards of this scan that are present."""
        found = [card for card in cards if self.presence.saw(card)]
        self.presence.end(clean, self.gone.append, self.misses)
        return found


def _strangers():
    """(a presence, a clean scan of it with unknown tags: whether one is told)."""
    presence = Presence()
    misses = array("I", [0] * 53)

    def scan(*uids):
        for uid in uids:
            presence.saw_unknown(uid)
        presence.end(True, None, misses)
        return presence.foreign

    return presence, scan


def test_a_card_seen_once_is_no_card():
    scans = Scans()
    assert scans.scan([7]) == []
    assert scans.scan([]) == []
    assert scans.scan([]) == []
    assert scans.presence.passing == 1
    assert scans.scan([7]) == []  # the first sighting is forgotten


def test_two_sightings_within_three_scans_make_a_card():
    scans = Scans()
    assert scans.scan([7]) == []
    assert scans.scan([7]) == [7]
    other = Scans()
    other.scan([7])
    other.scan([])
    assert other.scan([7]) == [7]


def test_a_card_missed_twice_does_not_flicker():
    scans = Scans()
    scans.scan([7])
    scans.scan([7])
    for _ in range(4):
        scans.scan([])
        scans.scan([])
        assert scans.scan([7]) == [7]
    assert scans.gone == []
    assert scans.misses[7] == 8


def test_three_clean_scans_without_it_and_it_is_gone():
    scans = Scans()
    scans.scan([7, 8])
    scans.scan([7, 8])
    for _ in range(3):
        scans.scan([8])
    assert scans.gone == [7]


def test_a_scan_that_is_not_clean_counts_for_a_card_but_never_against_it():
    scans = Scans()
    scans.scan([7], clean=False)
    assert scans.scan([7], clean=False) == [7]
    for _ in range(10):
        scans.scan([], clean=False)
    assert scans.gone == []
    assert scans.misses[7] == 0


def test_a_ninth_card_is_counted_and_harms_nobody():
    scans = Scans()
    scans.scan(range(8))
    scans.scan(range(9))
    assert scans.presence.lost == 1
    assert scans.scan(range(8)) == list(range(8))


def test_a_stranger_is_told_when_the_same_uid_came_twice():
    presence, scan = _strangers()
    assert not scan(b"a")
    assert not scan(b"b")  # garbled otherwise each time
    assert not scan(b"c")
    assert presence.passing == 2 and presence.lost == 0  # each is counted when it has passed
    assert not scan(b"d", b"e")
    assert scan(b"e", b"d")  # two strangers do not hide each other
    assert presence.lost == 2  # not watched, in two scans
    assert scan() and scan()
    assert not scan()


def test_while_one_of_two_strangers_lies_there_one_is_told():
    _, scan = _strangers()
    assert not scan(b"a", b"b")
    assert scan(b"a", b"b")
    for _ in range(5):
        assert scan(b"b")  # the one that was watched is gone
    for _ in range(5):
        assert scan(b"c", b"d")
    assert scan() and scan()
    assert not scan()


def test_a_card_that_found_no_slot_gets_that_of_one_not_shown():
    """Two hands of five in the rack, whose scans are not clean: none of the first is missed."""
    scans = Scans()
    for _ in range(2):
        scans.scan(range(5), clean=False)
    assert scans.scan(range(10, 15), clean=False) == []
    assert len(scans.gone) == 2 and scans.presence.lost == 2
    scans.scan(range(10, 15), clean=False)
    assert scans.scan(range(10, 15), clean=False) == list(range(10, 15))
    assert len(scans.gone) == 2  # no more than had to
    assert sum(scans.misses) == 0


def test_a_card_of_the_other_deck_is_told_apart():
    scans = Scans()
    scans.scan([64 + 7])
    assert not scans.presence.other_deck
    scans.scan([64 + 7])
    assert scans.presence.other_deck
    scans.presence.forget()
    assert not scans.presence.other_deck
