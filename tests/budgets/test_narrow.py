"""The 32-bit MicroPython counts as a Pico does: samples whose figures are from a Pico.

The figures are an emulated RP2040's with MicroPython 1.28 (RPI_PICO): `gc.mem_alloc()` after a
collection, before and after the import of the compiled sample, without the pools of names that
came in between. The samples may not change unless they are measured there again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.micropython import cost
from sim.micropython.mpy_file import NONE, read_kind
from sim.micropython.narrow import interpreter, modules, pico
from sim.micropython.narrow.interpreter import Failed, Program

SAMPLES = Path(__file__).with_name("samples")
ON_A_PICO = {"classes": 1472, "texts": 1248, "names": 3216, "state": 7376, "native": 1104}
# The text of names lies in pieces of 128 bytes: which module begins one is chance.
PIECE = 144


@pytest.fixture(scope="module")
def counted(tmp_path_factory) -> dict[str, int]:
    """Sample → bytes, by the 32-bit MicroPython and what is reckoned for machine code."""
    folder = tmp_path_factory.mktemp("samples")
    program = Program()
    program.put(folder, "/board")
    program.step('import os, sys\nos.chdir("/board")\nsys.path[:] = [""]')
    program.look()
    extra = {}
    for name in ON_A_PICO:
        source = SAMPLES / f"{name}.py"
        modules.compile_one(source, source.name, folder)
        extra[name] = modules.machine_code_of(source, source.name).more
        program.step(f"__import__({name!r})")
        program.look()
    _, looks = program.run()
    return {
        name: pico.without_pools(looks[n], looks[n + 1]) + extra[name]
        for n, name in enumerate(ON_A_PICO)
    }


@pytest.mark.parametrize("name", ON_A_PICO)
def test_a_sample_takes_what_it_takes_on_a_pico(name, counted):
    assert abs(counted[name] - ON_A_PICO[name]) <= PIECE + ON_A_PICO[name] // 100


def test_all_samples_together_are_within_two_percent(counted):
    there = sum(ON_A_PICO.values())
    assert abs(sum(counted.values()) - there) < there // 50


def test_names_lie_in_pools_that_double():
    """As on a Pico: 58 names lay in two pools there, 90 in three, 1,788 in seven."""
    for names, pools in ((58, 2), (90, 3), (287, 4), (302, 5), (1788, 7)):
        assert pico.pools_for(names) == pools
    assert pico.room(7) == 2540
    # qstr_info() there: 15,456 bytes of seven pools
    assert pico._pools(7, pico.SLOT_ON_A_PICO) == 15456


# ---- code


def test_machine_code_is_compiled_as_bytecode_for_the_count(tmp_path):
    modules.compile_all(tmp_path)
    files = list(tmp_path.rglob("*.mpy"))
    assert len(files) > 100
    for path in files:
        assert read_kind(path.read_bytes()).arch == NONE, f"{path.name}: nothing runs it here"


def test_machine_code_is_reckoned_with_what_it_replaces():
    found = modules.machine_code_of(SAMPLES / "native.py", "native.py")
    assert found.size > 500 and 0 < found.replaced < found.size
    assert modules.machine_code_of(SAMPLES / "classes.py", "classes.py") == (0, 0)


# ---- the interpreter


def test_the_interpreter_is_32_bit_and_the_one_that_was_pinned():
    program = Program()
    program.step("import sys\nprint(sys.maxsize, sys.implementation.version[:2])")
    assert program.run()[0][0] == f"{2**31 - 1} (1, 28)"
    assert interpreter.installed()[1].is_file()


def test_garbage_is_not_counted_and_what_is_kept_is():
    program = Program()
    program.step("kept = 0")
    program.look()
    program.step("for kept in range(1000):\n    bytearray(100)")
    program.look()
    program.step("kept = bytearray(1000)")
    program.look()
    _, looks = program.run()
    assert looks[1].used == looks[0].used
    assert 1000 < looks[2].used - looks[1].used < 1100


def test_a_step_that_fails_is_told():
    program = Program()
    program.step("print('so far')\nraise ValueError('broken card')")
    with pytest.raises(Failed, match=r"(?s)so far.*ValueError: broken card"):
        program.run()


# ---- what a module costs


def test_anybody_can_ask_what_a_module_costs(capsys, tmp_path):
    (tmp_path / "idea.py").write_text("TABLE = [0] * 1000\n")
    assert cost.main(["cardtable.rules.seals", str(tmp_path / "idea.py")]) == 0
    seals, idea = capsys.readouterr().out.splitlines()
    assert seals.startswith("cardtable.rules.seals: ") and "new names" in seals
    assert 4000 < int(idea.split(": ")[1].split(" bytes")[0].replace(",", "")) < 4300


def test_a_module_that_is_not_there_is_named(capsys):
    with pytest.raises(SystemExit):
        cost.main(["cardtable.nothing_here"])
    assert "no such module: cardtable.nothing_here" in capsys.readouterr().err
