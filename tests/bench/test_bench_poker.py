"""What the benchmark of rounds promises that does not depend on the machine."""

from tests.bench import bench_poker


def test_an_omaha_round_at_ten_seats_fits_in_40_kB_of_a_pico():
    told = bench_poker.heap()
    assert told["records"] > 100
    assert 0 < told["opened"] <= told["largest"]
    assert told["largest"] < bench_poker.HEAP_LIMIT


def test_both_sides_play_the_same_hands():
    sides = bench_poker.contenders("no-limit Hold-Em", 3)
    assert sides[bench_poker.OURS]() == sides[bench_poker.THEIRS]() == 3
