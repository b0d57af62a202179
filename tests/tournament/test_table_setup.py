"""What a board is told: after the orders it is as the tournament wants, and then nothing more."""

from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from host_tools.directing.table_setup import Setup, orders

BOXES = st.integers(1, 10)
CHIPS = st.dictionaries(BOXES, st.integers(0, 5), max_size=10)
SETUPS = st.builds(
    lambda mode, level, chips, away, marker: Setup(
        mode, {"level": level}, chips, away & set(chips), marker if marker in chips else 0
    ),
    st.sampled_from(["live", "tournament"]),
    st.integers(0, 2),
    CHIPS,
    st.sets(BOXES),
    BOXES,
)


class Board:
    """Obeys as a board does: seats and chips only in a tournament, everything else as ordered."""

    def __init__(self, there: Setup, counts: bool) -> None:
        self.now, self.counts = deepcopy(there), counts

    def obey(self, order):
        now = self.now
        if order[0] == "mode":
            now.mode = order[1]
        elif order[0] == "configure":
            now.values = dict(order[1])
        elif order[0] == "direct":
            _, what, box, value = order
            if what == "seat":
                assert box not in now.chips, "seat_is_taken"
                now.chips[box] = value if self.counts else 0
            elif what == "remove":
                assert box in now.chips, "nobody_sits_there"
                del now.chips[box]
                now.absent.discard(box)
            else:
                assert self.counts and now.chips[box] != value
                now.chips[box] = value
        elif order[0] == "away":
            assert order[1] in now.chips and order[1] not in now.absent
            now.absent.add(order[1])
        elif order[0] == "back":
            now.absent.remove(order[1])
        else:
            now.marker = order[1]


@given(SETUPS, SETUPS)
def test_orders_lead_to_what_is_wanted_and_then_end(want, there):
    board = Board(there, counts=True)
    for _ in range(4):  # mode, limits, seats: one kind at a time
        due = orders(want, board.now, "omaha")
        for order in due:
            board.obey(order)
        if not due:
            break
    assert not orders(want, board.now, "omaha")
    now = board.now
    assert (now.mode, now.values, now.chips) == (want.mode, want.values, want.chips)
    assert now.absent == want.absent


@given(SETUPS, SETUPS)
def test_at_canberra_poker_nobody_counts_chips_and_the_marker_lies_right(want, there):
    board = Board(there, counts=False)
    for _ in range(4):
        for order in orders(want, board.now, "canberra"):
            board.obey(order)
    assert not orders(want, board.now, "canberra")
    assert set(board.now.chips) == set(want.chips)
    assert not want.marker or board.now.marker == want.marker


@given(SETUPS, SETUPS)
def test_whoever_leaves_does_so_before_the_table_is_an_ordinary_one(want, there):
    want.mode, want.chips, want.absent, want.marker = "live", {}, set(), 0
    due = orders(want, there, "omaha")
    if there.chips:
        assert {one[:2] for one in due} == {("direct", "remove")}


def test_S89_1997_r16_2_its_boards_take_mode_and_limits_and_no_seats():
    want = Setup("tournament", {"level": 1}, {1: 500, 2: 500})
    assert orders(want, Setup("tournament", {"level": 1}), "canberra-1997") == []
