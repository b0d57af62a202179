"""The full deck against phevaluator and treys: seeded samples; the soak runs them whole."""

from tests.oracles import peers
from tests.property.hands import checks


def test_the_7462_classes_of_the_full_deck_stand_in_phevaluators_order():
    table = peers.phevaluator_ranks()
    assert [table[value] for value in sorted(table, reverse=True)] == list(range(1, 7463))


def test_five_cards_rank_as_phevaluator_and_treys_rank_them():
    assert checks.sampled_five_cards(seed=1, count=100_000) == 100_000


def test_every_five_cards_of_the_nine_upwards_rank_as_phevaluator_and_treys_rank_them():
    assert checks.five_cards_of_the_full_deck(range(28, 52)) == 42_504  # 24 choose 5


def test_TGC2006_C11_1_the_best_five_of_six_and_seven_rank_as_phevaluator_ranks_them():
    checks.best_of_seven(seed=2, count=40_000)


def test_sevens_with_a_flush_rank_as_phevaluator_ranks_them():
    checks.suited_seven(seed=3, count=20_000)


def test_NI2006_156_r9_1_omaha_ranks_as_phevaluator_ranks_it():
    checks.omaha_of_the_full_deck(seed=4, count=10_000)
