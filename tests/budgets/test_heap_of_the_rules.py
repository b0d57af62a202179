"""The heap of one game's rules with every seat taken: counted by a 32-bit MicroPython."""

import pytest

from sim.micropython import bench, heap

# Loaded when something happens that most rounds never see
RARE = {
    "draw.exposed",
    "hands.jokers",
    "hands.lows",
    "hands.omaha_jokers",
    "poker.high_low",
    "poker.irregular",
    "poker.misplaced",
    "poker.out_of_turn",
    "poker.rare_records",
    "poker.seating",
    "stud.exposed",
    "stud.freeze_out",
    "stud.misplaced",
}


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    folder = tmp_path_factory.mktemp("board")
    heap.compile_rules(folder)
    return folder


@pytest.mark.parametrize("game", heap.GAMES)
def test_rules_and_a_full_table_fit_in_60_kb(game, board):
    used, modules = heap.measure(game, board)
    assert used < heap.BUDGET
    loaded = {name.removeprefix("cardtable.rules.") for name in modules}
    assert not loaded & RARE, "an ordinary round loads none of them"
    assert not {"determinations", "cardtable.desk.games", "cardtable.desk.record_kinds"} & loaded, (
        "they stay on the desk"
    )


_RARE_THINGS = """
import json, sys
from cardtable.rules.registry import make
from cardtable.rules.seals import Sealer
with open("values.json") as file:
    made = make("omaha", json.load(file), Sealer(b"x"))
def loaded(name):
    return "cardtable.rules." + name in sys.modules
made.open(1, "00", [(1, 20000), (2, 20000)], None)
assert not loaded("poker.seating") and not loaded("poker.rare_records")
made.take(("join", 3, 20000))
assert loaded("poker.seating") and loaded("poker.rare_records") and made.seated == [1, 2, 3]
made.take(("begin",))
assert not loaded("poker.misplaced")
made.take(("card", 9, "As"))
assert loaded("poker.misplaced") and made.fault
made.take(("rule_void", None))
assert loaded("poker.irregular") and made.outcome == "void"
print("taken")
"""


def test_what_is_rare_is_loaded_when_it_happens(board):
    heap.determine("omaha", board)
    (board / "rare.py").write_text(_RARE_THINGS)
    done = bench.run_alone(["rare.py"], board)
    assert done.returncode == 0 and done.stdout == "taken\n", done.stdout + done.stderr
