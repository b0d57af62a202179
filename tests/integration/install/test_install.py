"""A new table from a virgin board, by a scripted technician.

Real MicroPython and real mpremote; emulated readers, lamps, keys and cards.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from cardtable import file_copies
from host_tools.cli.keys import set_key
from host_tools.common.problems import Problem
from host_tools.config.load import load
from host_tools.flashing.find import Place
from host_tools.install import mapping
from host_tools.install import state as states
from host_tools.install.practice import Practising
from host_tools.install.steps import STEPS, Installation, run
from host_tools.link.connection import NotDone
from host_tools.link.roles import SUPERVISOR, TECHNICIAN, KeyRing, check_new_pin, role_key
from host_tools.link.session import Session
from sim.harness.pico import Pico

if sys.platform == "win32":
    pytest.skip("a Pico in a process needs a pty", allow_module_level=True)

NOT_INSTALLED = ("1", "-2", "100")  # seed; nobody has ever installed it; speed
PINS = {"dealer": "258014", "technician": "147036", "supervisor": "369025"}
TABLE = """
table = "new-1"
game = "stud"
board = "pico"
seats = 5

[determinations]
deck = 32
"""
_SWAPPED = {"box 2": "box 3", "box 3": "box 2"}  # wired the other way round under this table


class Scripted(Practising):
    """Does what it is told, and stops where it is told to."""

    def __init__(self, pico: Pico, stop_at: str = "") -> None:
        super().__init__(pico.technician)
        self._stop_at = stop_at
        self.said: list[str] = []
        self.pins = dict(PINS)

    def say(self, text: str) -> None:
        self.said.append(text)
        if self._stop_at and self._stop_at in text:
            raise KeyboardInterrupt

    def pin(self, role: str) -> str:
        return self.pins[role]

    def new_pin(self, role: str, taken: Collection[str] = ()) -> str:
        return check_new_pin(self.pins[role], taken)

    def hold(self, where: str) -> None:
        super().hold(_SWAPPED.get(where, where))


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path / "keys"))
    file = tmp_path / "table.toml"
    file.write_text(TABLE)
    return load(file)


def _installation(pico: Pico, config, file: Path, person: Scripted) -> Installation:
    state = states.load(file, config.table)
    place = Place(pico.port)
    report = file.with_name("report.html")
    made = Installation(place, config, person, state, report, patience_s=30)
    made.pins = dict(person.pins) if "keys" in state.done else None
    return made


def test_a_table_is_installed_stopped_and_resumed(config, tmp_path, monkeypatch):
    file = tmp_path / "table.install.json"
    with Pico(tmp_path / "board", NOT_INSTALLED) as pico:
        pico.wait_for(lambda: b">>> " in pico.said, "a virgin board")
        person = Scripted(pico, stop_at="5/7 hands")
        with pytest.raises(KeyboardInterrupt):
            run(_installation(pico, config, file, person))
        # A board without a configuration has no table's name yet.
        assert "The new board is in service with firmware" in "\n".join(person.said)
        assert "Seen by the reader that is named box 3 as yet." in person.said
        state = states.load(file, config.table)
        assert state.done == ["flash", "keys", "configuration", "readers"]
        assert state.boxes["box 2"] == "box 3" and state.boxes["box 4"] == "box 4"

        person = Scripted(pico)
        run(_installation(pico, config, file, person))
        assert "1/7 flash: done before." in person.said
        state = states.load(file, config.table)
        assert state.done == list(STEPS)

        files = pico.files()
        wiring = json.loads(files["board.json"])
        assert (wiring["boxes"]["2"], wiring["boxes"]["3"]) == (8, 4)  # changed over
        assert wiring["groups"][1] == ["box 3", "box 5", "box 8"]  # antennas, not cables
        assert len(json.loads(files["deck.json"])["deck"]) == 32
        assert json.loads(file_copies.plain(files["table.json"])) == config.as_board_reads_it()
        for name in file_copies.FILES:
            assert files[name] == files[file_copies.copy_of(name)]
            assert file_copies.look(files[name])[0] == file_copies.SEALED
        told = (tmp_path / "report.html").read_text() + file.read_text() + "\n".join(person.said)
        secrets = [
            *json.loads(file_copies.plain(files["keys.json"])).values(),
            *json.loads(files["deck.json"])["deck"],
        ]
        secrets.append(KeyRing().get("new-1").hex())
        assert len(secrets) == 4 + 32 + 1
        for secret in secrets:
            assert secret not in told
        person.pins[SUPERVISOR] = "963041"
        _done_again_nothing_is_undone(pico, config, file, monkeypatch)
        _a_lost_pin_is_replaced(pico, person)


def _done_again_nothing_is_undone(pico: Pico, config, file: Path, monkeypatch) -> None:
    """The configuration once more: readers stay as they were put right. Then keys: new PINs."""
    books = {name: content for name, content in pico.files().items() if "vault/" in name}
    state = states.load(file, config.table)
    state.done = [step for step in state.done if step not in ("keys", "configuration")]
    state.save()
    person = Scripted(pico)
    person.pins[SUPERVISOR] = "963041"  # the old one is forgotten
    monkeypatch.setenv("CARDTABLE_PIN", PINS[TECHNICIAN])
    run(_installation(pico, config, file, person))
    monkeypatch.delenv("CARDTABLE_PIN")
    files = pico.files()
    wiring = json.loads(files["board.json"])
    assert (wiring["boxes"]["2"], wiring["boxes"]["3"]) == (8, 4)  # changed over
    assert books and set(books) <= set(files)
    with Session(pico.port, person.pin) as session:
        assert session.talk.hello.epoch == 1  # the same books
        session.order(SUPERVISOR, "time", 1_800_000_000_000)


def _a_lost_pin_is_replaced(pico: Pico, person: Scripted) -> None:
    """The technician has forgotten the PIN: the supervisor sets another one."""
    with Session(pico.port, person.pin) as session:
        key = KeyRing().get("new-1")
        set_key(session, TECHNICIAN, role_key(key, TECHNICIAN, "753104"))
        with pytest.raises(NotDone):
            session.order(TECHNICIAN, "time", 1_800_000_000_000)
    person.pins[TECHNICIAN] = "753104"

    def taken() -> bool:
        with Session(pico.port, person.pin) as session:
            try:
                session.order(TECHNICIAN, "time", 1_800_000_000_000)
            except NotDone as refused:  # after a wrong PIN the board is slow for a moment
                assert refused.refusal == "slow_down"
                return False
            return True

    pico.wait_for(taken, "the board to listen again")


def test_two_roles_with_one_pin_are_refused_before_anything_is_written(config, tmp_path):
    with Pico(tmp_path / "board", NOT_INSTALLED) as pico:
        pico.wait_for(lambda: b">>> " in pico.said, "a virgin board")
        person = Scripted(pico)
        person.pins["dealer"] = person.pins[SUPERVISOR]
        file = tmp_path / "state.json"
        states.State(file, config.table, ["flash"]).save()
        with pytest.raises(Problem, match="another role has this PIN"):
            run(_installation(pico, config, file, person))
        assert pico.files() == {}
        assert not (tmp_path / "keys").exists()


def test_a_state_of_another_table_is_not_taken_up(tmp_path):
    state = states.State(tmp_path / "state.json", "one")
    state.finish("flash")
    with pytest.raises(Problem, match="installation of table one, not two"):
        states.load(state.path, "two")
    state.path.write_text("{")
    with pytest.raises(Problem, match="cannot be read"):
        states.load(state.path, "one")


def test_readers_are_named_by_where_they_lie_and_antenna_groups_with_them(config):
    board = config.board.data
    straight = {f"box {n}": f"box {n}" for n in range(1, 11)}
    assert mapping.is_straight(straight)
    assert mapping.remapped(board, straight) == board
    swapped = straight | _SWAPPED
    made = mapping.remapped(board, swapped)
    assert made["readers"]["box 2"] == board["readers"]["box 3"]
    assert mapping.remapped(made, swapped) == board
    assert board["readers"]["box 2"] != board["readers"]["box 3"]


def test_a_reader_seen_at_two_boxes_or_elsewhere_is_told(config):
    board = config.board.data
    straight = {f"box {n}": f"box {n}" for n in range(1, 11)}
    with pytest.raises(Problem, match="one reader saw the card at box 1 and at box 2"):
        mapping.remapped(board, straight | {"box 2": "box 1"})
    with pytest.raises(Problem, match="seen by dealer"):
        mapping.remapped(board, straight | {"box 2": "dealer"})
