"""What the benchmark promises that does not depend on the machine."""

from tests.bench import bench_hands, framework


def test_evaluators_take_no_heap_on_the_board():
    told = {row["name"]: row for row in bench_hands.on_board()}
    for name in ("5 cards", "7 cards", "4 cards and joker", "5 cards, low", "Omaha"):
        assert told[name]["bytes_a_call"] == 0, told[name]


def test_no_evaluator_keeps_heap_on_the_board():
    for row in bench_hands.on_board():
        assert row["growth"] == 0, row


def test_a_race_counts_every_contender():
    rates = framework.race({"one": lambda: 1, "two": lambda: 2})
    assert set(rates) == {"one", "two"}
    assert all(rate > 0 for rate in rates.values())


def test_a_missed_target_is_told():
    rates = {"ours": 10.0, "theirs": 20.0}
    missed = framework.race_table("", rates, "ours", framework.Target("theirs", 0.9))
    reached = framework.race_table("", rates, "ours", framework.Target("theirs", 0.5))
    assert list(missed.columns[3].cells)[1] == "at least 0.9 ×: MISSED"
    assert list(reached.columns[3].cells)[1] == "at least 0.5 ×: reached"
