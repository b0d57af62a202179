"""Pots, shares and commission: the arithmetic by itself."""

from cardtable.rules import shares
from cardtable.rules.config_checks import act_percent
from cardtable.rules.poker import commission, pots
from cardtable.rules.poker.high_low import halves
from cardtable.rules.poker.limits import pot_share, raise_cap


def _by_seat(**amounts):
    made = [0] * 11
    for name in amounts:
        made[int(name[1:])] = amounts[name]
    return made


def test_TGC_2006_C16_1_pots_by_tap_out_level():
    nobody = [0] * 11
    amounts = _by_seat(s1=50, s2=120, s3=200)
    assert pots.unmatched(amounts, nobody) == (3, 80)
    amounts[3] -= 80
    assert pots.side_pots(amounts, nobody) == [[150, [1, 2, 3]], [140, [2, 3]]]


def test_TGC_2006_C16_1_folded_money_stays_where_it_reached():
    out = _by_seat(s5=1)
    amounts = _by_seat(s1=10, s2=25, s3=40, s4=40, s5=40)
    assert pots.side_pots(amounts, out) == [[50, [1, 2, 3, 4]], [60, [2, 3, 4]], [45, [3, 4]]]


def test_money_above_every_level_joins_the_last_pot():
    # Seat 3 was folded by decision with more in than the others can match.
    assert pots.side_pots(_by_seat(s1=10, s2=10, s3=30), _by_seat(s3=1)) == [[50, [1, 2]]]
    assert pots.unmatched(_by_seat(s1=10, s2=10, s3=30), _by_seat(s3=1)) == (0, 0)


def test_NI2006_156_17_4_dead_money_is_in_the_main_pot():
    amounts = _by_seat(s1=10, s2=20, s3=20)
    assert pots.side_pots(amounts, [0] * 11, 5) == [[35, [1, 2, 3]], [20, [2, 3]]]


def test_pots_hold_every_cent():
    for seed in range(200):
        amounts = [0] + [
            (seed * 7919 + seat * 104729) % 57 * (seat % 3 + 1) for seat in range(1, 11)
        ]
        out = [(seed >> seat % 5) & 1 for seat in range(11)]
        if all(out[1:]):
            continue
        made = pots.side_pots(amounts, out, 3)
        if made:
            assert sum([cents for cents, _ in made]) == sum(amounts) + 3
            assert all(seats for _, seats in made)


def test_TGC_2006_C15_2_the_remainder_goes_whole_to_one():
    assert dict(shares.split(10000, 500, [2, 5, 8], 4, True)) == {5: 4000, 2: 3000, 8: 3000}
    assert dict(shares.split(10750, 500, [3, 7], 4, True)) == {7: 5750, 3: 5000}
    assert dict(shares.split(1100, 500, [4, 7], 4, True)) == {4: 600, 7: 500}, "the puck first"


def test_NI2006_156_13_2_the_button_itself_comes_last():
    assert dict(shares.split(9500, 500, [1, 6], 3, False)) == {6: 5000, 1: 4500}
    assert dict(shares.split(500, 500, [3, 6], 3, False)) == {6: 500, 3: 0}


def test_TGC_2006_B11_3_c_stud_divides_to_the_cent():
    assert dict(shares.split(17201, shares.CENT, [1, 2], 2, True)) == {2: 8601, 1: 8600}


def test_NI2006_156_3_5_c_the_odd_unit_goes_to_the_high_half():
    assert halves(10000, 100) == (5000, 5000)
    assert halves(10100, 100) == (5100, 5000)
    assert halves(10050, 100) == (5050, 5000)


def test_NI2006_156_15_2_thresholds():
    assert commission.act([1900], 5) == 0 and commission.act([2000], 5) == 100
    assert commission.act([1901], 5) == 0, "95 cents come to no whole dollar"
    assert commission.act([900], 10) == 0 and commission.act([1999], 10) == 100
    assert commission.act([3000, 1500], 5) == 200, "one pot above: the sum counts"
    assert commission.act([1500, 1500], 5) == 0, "no pot above"
    assert commission.act([100000], 5, 2000) == 2000


def test_NI2006_156_15_2_e_the_rate_by_table_stake():
    assert act_percent(10000) == 10 and act_percent(10001) == 5


def test_commission_comes_from_the_main_pot_first():
    assert commission.from_pots(500, [300, 1000]) == [300, 200]
    assert commission.taken("act-5", [100, 9900]) == [100, 400]


def test_TGC_2006_C17_2_C17_3_holdem():
    for pot, due in ((2000, 100), (2050, 250), (5000, 250), (5050, 500), (23500, 1250)):
        assert commission.holdem([pot]) == due
    assert commission.holdem([1500, 1000]) == 250 and commission.holdem([50]) == 50


def test_TGC_2006_B15_stud_each_pot_by_itself():
    for pot, normal, capped in (
        (5000, 200, 0), (5001, 400, 400), (25050, 1200, 1200), (35000, 1400, 1400),
        (35001, 1600, 1500), (500000, 20000, 1500),
    ):  # fmt: skip
        assert commission.stud(pot, False) == normal and commission.stud(pot, True) == capped
    assert commission.taken("tas-stud-capped", [12000, 4000]) == [600, 0]


def test_NI2006_156_4_2_g_the_call_counts_first():
    assert pot_share("act", "full-pot", 10000, 2000) == 12000
    assert pot_share("act", "half-pot", 10000, 2000) == 6000
    assert pot_share("stud", "half-pot", 10000, 2000) == 5000  # TGC-2006 B5.4


def test_raise_caps_by_law():
    assert raise_cap("act", "no-limit", True, 4) == 3  # NI2006-156 r 5.1
    assert raise_cap("act", "fixed", False, 1) is None  # r 6.2
    assert raise_cap("holdem", "fixed", True, 3) == 3  # TGC-2006 C7.1
    assert raise_cap("holdem", "fixed", True, 4) is None  # C7.2
    assert raise_cap("holdem", "full-pot", True, 1) is None  # C7.5
