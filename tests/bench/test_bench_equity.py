"""What the benchmark of equity promises that does not depend on the machine."""

from tests.bench import bench_equity


def test_every_contender_plays_and_the_exact_shares_are_those_of_other_evaluators():
    for contenders in (
        bench_equity.contenders_exact(),
        bench_equity.contenders_omaha(),
        bench_equity.contenders_tried(),
    ):
        assert {name: play() for name, play in contenders.items()} == dict.fromkeys(contenders, 1)
