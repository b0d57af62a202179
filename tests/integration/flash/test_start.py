"""What main.py counts: starts that did not last, until the application has been well for long."""

from __future__ import annotations

import pytest

from sim import paths
from sim.harness import headless


class _Enough(BaseException):
    """The test has seen enough; nothing of the firmware may catch it."""


def _enough():
    raise _Enough


@pytest.fixture
def world(tmp_path):
    paths.install()
    import machine  # pyright: ignore[reportMissingImports]

    from sim.harness.cable import Cable
    from sim.harness.world import World

    made = World(f"{tmp_path}/", Cable())
    machine.plug(made)
    return made


def _run_for(world, seconds: int) -> None:
    world.clock.at(seconds * 1_000_000, _enough)
    with pytest.raises(_Enough):
        headless.run_main()


def test_ten_minutes_in_good_health_forget_the_starts_before(world, tmp_path):
    counted = []
    world.clock.at(595_000_000, lambda: counted.append((tmp_path / "starts.txt").read_text()))
    _run_for(world, 605)
    assert counted == ["1"]
    assert not (tmp_path / "starts.txt").exists()


def test_a_board_that_was_switched_on_counts_from_one(world, tmp_path):
    (tmp_path / "starts.txt").write_text("3")
    _run_for(world, 1)
    assert (tmp_path / "starts.txt").read_text() == "1"


def test_a_board_that_keeps_restarting_gives_up(world, tmp_path, capsys, monkeypatch):
    import machine  # pyright: ignore[reportMissingImports]

    monkeypatch.setattr(machine, "reset_cause", lambda: machine.WDT_RESET)
    for starts in ("1", "2", "3"):
        _run_for(world, 1)
        assert (tmp_path / "starts.txt").read_text() == starts
    capsys.readouterr()
    machine.plug(world)  # a reset disarms the watchdog
    _run_for(world, 1)  # nothing comes back by itself: the REPL would be next
    said = capsys.readouterr().out
    assert "safe mode: does_not_stay_up: restarted each time (watchdog)" in said
    assert "maintenance" not in said
    # After ten minutes it tries again.
    _run_for(world, 605)
    assert machine.RESETS[-1] == "reset" and (tmp_path / "starts.txt").read_text() == "1"


def test_a_restart_that_somebody_asked_for_is_not_counted(world, tmp_path):
    from cardtable.drivers.board import here

    (tmp_path / "starts.txt").write_text("2")
    import machine  # pyright: ignore[reportMissingImports]

    with pytest.raises(machine.SimReset):
        here().restart()
    assert not (tmp_path / "starts.txt").exists()


def test_an_update_that_could_not_be_finished_does_not_play(world, tmp_path, capsys):
    (tmp_path / "next").mkdir()
    (tmp_path / "next" / "commit").write_text("+main.py\n")
    _run_for(world, 1)
    said = capsys.readouterr().out
    assert "safe mode: update_unfinished" in said and "maintenance" not in said


def test_a_table_whose_files_are_not_as_released_says_so_and_opens_no_books(tmp_path):
    paths.install()
    import machine  # pyright: ignore[reportMissingImports]

    from sim.harness.cable import Cable
    from sim.harness.world import World

    heard: list[bytes] = []

    class Listening(Cable):
        def write(self, data):
            heard.append(data)

    cable = Listening()
    made = World(f"{tmp_path}/", cable)
    machine.plug(made)
    books = {path: path.read_bytes() for path in (tmp_path / "vault").iterdir()}
    fram = bytes(made.fram.memory)
    (tmp_path / "manifest.json").write_text("{}")
    cable.to_board(("ask", 1, "faults", []))
    cable.to_board(("ask", 2, "health", []))
    cable.to_board(("ask", 3, "meters", []))
    _run_for(made, 1)
    told = b"".join(heard)
    assert b'"sim-1",0,0,' in told and b'["stopped","safe","altered","simulated"]' in told
    assert b'["stopped","manifest_damaged","manifest.json"]' in told
    assert b'["answer",1,0,1,["manifest_damaged","manifest.json"]]' in told
    assert b'["answer",2,0,1,["files",""]]' in told
    assert b'["error","ask","not a question in safe mode"]' in told
    assert {path: path.read_bytes() for path in (tmp_path / "vault").iterdir()} == books
    assert bytes(made.fram.memory) == fram

    # Mended: what was found is the first thing that is recorded after the start itself.
    (tmp_path / "manifest.json").unlink()
    heard.clear()
    cable.to_board(("greet", 1, 0, 0))
    _run_for(made, 1)
    told = b"".join(heard)
    assert b'"fault","manifest_damaged","manifest.json",1]' in told
    assert not (tmp_path / "altered.txt").exists()


def test_the_maintenance_file_says_why(world, tmp_path, capsys):
    (tmp_path / "maintenance").write_text("[]")
    headless.run_main()
    assert "maintenance mode: a technician asked for it." in capsys.readouterr().out
    (tmp_path / "maintenance").write_text("an update is under way.")
    headless.run_main()
    assert "maintenance mode: an update is under way." in capsys.readouterr().out
