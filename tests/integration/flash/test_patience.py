"""The host waits for boot.py as long as the slowest flash takes, says so, and gives up in words."""

from __future__ import annotations

import time
from unittest import mock

import pytest

from host_tools.common.problems import NO_BOARD, Problem
from host_tools.flashing import flasher, update
from host_tools.flashing.find import Place
from host_tools.flashing.flasher import Steps
from host_tools.flashing.patience import (
    ERASE_S,
    PROGRAM_S,
    RESTART_S,
    Clock,
    Wait,
    Work,
    now_and_then,
    spoken,
)
from host_tools.flashing.repl import NoRepl, Repl, reconnect
from sim.harness.pico import Pico
from tests.integration.flash import desk
from tests.support.process import cardtable

OLD_LIMIT_S = 30  # what the host waited, whatever the board had to do


def slowest_s(sectors: int, pages: int) -> float:
    """By the data sheet's longest times."""
    return sectors * ERASE_S[1] + pages * PROGRAM_S[1]


class Slow:
    """Steps by a clock on which the board's flash is as slow as its data sheet allows."""

    def __init__(self, pico: Pico) -> None:
        self.said: list[str] = []
        self.waits: list[tuple[float, float]] = []
        clock = Clock(now=lambda: time.monotonic() + slowest_s(*pico.flash_work()))
        self.steps = Steps(
            self.said.append,
            ask_pin=desk.STEPS.ask_pin,
            waited=lambda gone, limit: self.waits.append((gone, limit)),
            clock=clock,
        )


class Standing:
    """A clock that moves when somebody sleeps."""

    def __init__(self) -> None:
        self.s = 0.0
        self.clock = Clock(now=lambda: self.s, sleep=self.sleep)

    def sleep(self, seconds: float) -> None:
        self.s += seconds


# ---- with real littlefs

_BLOCKS = 512  # of 4 kB: as a flash of 4 MB has easily


def written_in_force(pico: Pico) -> tuple[int, int]:
    """(sectors erased, pages programmed) by boot.py, from a start to the next prompt."""
    before = pico.flash_work()
    desk.power_cycle(pico)
    sectors, pages = pico.flash_work()
    return sectors - before[0], pages - before[1]


def test_what_boot_py_writes_is_within_what_was_reckoned(in_service, tmp_path):
    """A whole release on a virgin board, all of its files anew, and a few of them."""
    release = desk.plain()
    whole = Work(tuple(map(len, release.files.values())))
    with Pico(tmp_path / "virgin", desk.NOBODY) as pico:
        desk.settled(pico)
        desk.commit_only(pico, release)
        virgin = written_in_force(pico)
        desk.commit_only(pico, release, full=True)
        anew = written_in_force(pico)
    with desk.pico_like(in_service, tmp_path / "few") as pico:
        desk.commit_only(pico, desk.new())
        few = written_in_force(pico)
    for sectors, pages in (virgin, anew):
        assert whole.sectors / 4 < sectors <= whole.sectors
        assert 2 * OLD_LIMIT_S < slowest_s(sectors, pages) < whole.longest_s - RESTART_S
    changed = Work(tuple(len(desk.new().files[path]) for path in desk.CHANGED), 1)
    assert few[0] <= changed.sectors
    assert slowest_s(*few) < changed.longest_s - RESTART_S < OLD_LIMIT_S


def test_a_whole_release_gets_onto_the_slowest_flash_and_back(tmp_path):
    """A flash with room for the way back: a plain Pico's has none when every file changes."""
    release = desk.plain()
    with Pico(tmp_path, desk.NOBODY, _BLOCKS) as pico:
        desk.settled(pico)
        assert desk.flash(pico, release).hello is not None
        slow = Slow(pico)
        outcome = desk.flash(pico, release, slow.steps, full=True)
        assert outcome.hello is not None and desk.holds(pico, release)
        gone, limit = slow.waits[-1]
        assert OLD_LIMIT_S < gone < limit
        told = [said for said in slow.said if "files" in said]
        assert len(told) == 1 and spoken(limit) in told[0] and "Leave it plugged in" in told[0]

        slow = Slow(pico)
        assert desk.rollback(pico, slow.steps).hello is not None
        assert slow.waits and slow.waits[-1][0] > OLD_LIMIT_S


def test_packing_what_is_replaced_is_no_silence(in_service, tmp_path):
    """mpremote takes a board for gone that says nothing for 10 s: 25 sectors of a slow flash."""
    with (
        desk.pico_like(in_service, tmp_path) as pico,
        flasher.open_repl(Place(pico.port), desk.STEPS) as repl,
    ):
        paths = sorted(path for path in desk.old().files if path.endswith(".mpy"))
        before = pico.flash_work()
        said = repl.run(f"ct_pack({paths!r}, {update.OLD_PACK!r})").split()
        assert [line.lstrip(".") for line in said] == paths  # a dot now and then, within a file
        sectors, pages = (now - then for now, then in zip(pico.flash_work(), before, strict=True))
        assert slowest_s(sectors, pages) > 10
        largest = max(len(desk.old().files[path]) for path in paths)
        assert Work((largest,)).sectors * ERASE_S[1] < 10


# ---- a board that stays away


@pytest.mark.parametrize("files", [1, 170])
def test_a_board_that_stays_away_is_given_up_after_the_longest_time_with_what_to_do(files):
    work = Work((1400,) * files, 3)
    standing = Standing()
    said: list[str] = []
    steps = Steps(said.append, clock=standing.clock, waited=now_and_then(said.append))
    away = NoRepl("/dev/ttyACM0 cannot be opened", "", NO_BOARD)
    with (
        mock.patch.object(Repl, "__init__", side_effect=away),
        pytest.raises(Problem, match="has not come back") as told,
    ):
        flasher._back(Place("/dev/ttyACM0"), work, steps)
    assert work.longest_s <= standing.s < work.longest_s + 1
    assert spoken(work.longest_s) in str(told.value) and told.value.code == NO_BOARD
    for words in ("safe on it", "Unplug it", "cardtable flash"):
        assert words in told.value.hint
    # Before the wait what it is for, then a line every half minute.
    assert said[0] == work.told()
    assert len(said) - 1 == int(work.longest_s // 30)
    assert all("still at work" in line for line in said[1:])


def test_a_board_that_has_nothing_to_write_is_given_the_time_of_a_restart():
    assert Work().longest_s == RESTART_S
    standing = Standing()
    with (
        mock.patch.object(Repl, "__init__", side_effect=NoRepl("away", "", NO_BOARD)),
        pytest.raises(NoRepl),
    ):
        reconnect(lambda: "/dev/ttyACM0", Wait(clock=standing.clock))
    assert RESTART_S <= standing.s < RESTART_S + 1


def test_the_longest_time_grows_with_what_has_to_be_written():
    one = Work((4096,))
    assert one.longest_s < Work((4097,)).longest_s < Work((4097, 1)).longest_s
    assert one.longest_s < Work((4096,), 1).longest_s
    assert one.usual_s < one.longest_s
    whole = Work(tuple(map(len, desk.old().files.values())))
    assert 100 < whole.longest_s < 300  # a release: minutes, not hours


@pytest.mark.parametrize(
    ("seconds", "words"), [(4, "5 seconds"), (61, "65 seconds"), (91, "2 minutes")]
)
def test_times_are_spoken_roughly_and_never_too_short(seconds, words):
    assert spoken(seconds) == words


def test_the_command_tells_what_it_waits_for(in_service, tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_PIN", desk.STEPS.ask_pin())
    with desk.pico_like(in_service, tmp_path) as pico:
        done = cardtable("flash", "--port", pico.port, "--board", desk.BOARD)
    assert done.returncode == 0, done.stderr
    assert "files and shows no USB meanwhile: usually" in " ".join(done.stderr.split())
