"""The vault's bench measures what it says, and what it measures is bearable."""

from __future__ import annotations

from tests.bench import bench_vault


def test_a_record_costs_little_and_no_input_waits_long():
    made = bench_vault.measure(rounds=6)
    assert made.rounds == 6 and made.records > 6 * 60
    assert made.fram_written / made.records < 350
    assert made.erases / made.rounds < 8
    assert max(made.input_us) < 80_000
    assert max(made.piece_us) < 250_000  # a few erases in a row when littlefs compacts


def test_the_flash_lives_for_many_years():
    days = 1
    erases = bench_vault.wear(100, days)
    assert sum(erases) > days * bench_vault.ROUNDS_A_DAY
    worst = max(erases) / days
    assert bench_vault.ENDURANCE / worst / 365 > 2  # a day is short: littlefs moves on after 100
