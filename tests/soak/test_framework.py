"""The soak's own promises: resumable, never stale, and it tells what failed."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from tests.soak import framework
from tests.soak.__main__ import main, soak_all
from tests.soak.framework import Chunk, Figures, Soak


def counting(log: str, how_many: int) -> Figures:
    """A chunk that leaves a mark each time it is really run."""
    with open(log, "a") as file:
        file.write("ran\n")
    return {"things": how_many}


def failing(log: str) -> Figures:
    counting(log, 0)
    raise AssertionError("Ks is not Kd")


@pytest.fixture
def soak(tmp_path):
    """Makes a soak of `good` chunks that pass and, if asked, one that fails."""

    def make(good: int = 3, bad: bool = False, fingerprint: str = "one", check=None) -> Soak:
        log = str(tmp_path / "log")
        chunks = [Chunk(f"chunk {n}", counting, {"log": log, "how_many": 10}) for n in range(good)]
        if bad:
            chunks.append(Chunk("bad", failing, {"log": log}))
        made = Soak("toy", chunks, fingerprint, check or (lambda figures: None), tmp_path)
        made.resume()
        return made

    return make


def ran(tmp_path) -> int:
    log = tmp_path / "log"
    return len(log.read_text().splitlines()) if log.exists() else 0


def run(soak: Soak) -> tuple[int, str]:
    out = io.StringIO()
    code = soak_all([soak], 2, Console(file=out, width=100))
    return code, out.getvalue()


def test_every_chunk_runs_and_its_figures_are_summed(soak, tmp_path, capsys):
    toy = soak()
    code, shown = run(toy)
    assert (code, ran(tmp_path)) == (0, 3)
    assert toy.figures() == {"things": 30}
    assert "30" in shown
    assert capsys.readouterr().out.splitlines()[-1] == "3 passed, 0 failed"


def test_what_passed_is_not_run_again(soak, tmp_path):
    steps = framework.run([soak()], 1)
    next(steps)
    steps.close()  # stopped after one chunk, as by an interrupt
    assert ran(tmp_path) == 1
    again = soak()
    assert len(again.left()) == 2
    run(again)
    assert ran(tmp_path) == 3
    assert again.figures() == {"things": 30}


def test_a_changed_source_makes_old_results_stale(soak, tmp_path):
    run(soak())
    assert len(soak(fingerprint="two").left()) == 3


def test_what_failed_is_told_and_run_again(soak, tmp_path, capsys):
    code, shown = run(soak(bad=True))
    assert code == 1
    assert "FAILED toy: bad" in shown and "Ks is not Kd" in shown
    assert capsys.readouterr().out.splitlines()[-1] == "3 passed, 1 failed"
    assert [chunk.name for chunk in soak(bad=True).left()] == ["bad"]


def test_what_failed_once_is_on_record_after_it_passed(soak, tmp_path):
    run(soak(bad=True))
    run(soak(good=4, fingerprint="two"))
    assert "Ks is not Kd" in (tmp_path / "toy.failed.txt").read_text()


def test_a_whole_that_does_not_add_up_fails(soak, capsys):
    code, shown = run(soak(check=lambda figures: f"only {figures['things']}"))
    assert code == 1 and "only 30" in shown
    assert capsys.readouterr().out.splitlines()[-1] == "3 passed, 1 failed"


def test_unreadable_progress_is_begun_again(soak, tmp_path):
    run(soak())
    (tmp_path / "toy.json").write_text('{"fingerprint": "one", "passed": {"chunk 0"')
    assert len(soak().left()) == 3


def test_a_fingerprint_changes_with_names_and_contents(tmp_path):
    (tmp_path / "a.py").write_text("1")
    first = framework.fingerprint(("*.py",), tmp_path)
    (tmp_path / "a.py").write_text("2")
    second = framework.fingerprint(("*.py",), tmp_path)
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    third = framework.fingerprint(("*.py",), tmp_path)
    assert len({first, second, third}) == 3
    with pytest.raises(ValueError, match=r"none\.py"):
        framework.fingerprint(("none.py",), tmp_path)


def test_every_soak_loads_and_names_its_sources():
    for name in framework.names():
        assert framework.load(name).chunks


def test_an_unknown_soak_is_refused(capsys):
    assert main(["--only", "nonsense"]) == 2
    assert "hands" in capsys.readouterr().err
