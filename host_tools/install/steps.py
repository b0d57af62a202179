"""The steps of an installation, in order; each leaves the table as the next one needs it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from host_tools.boards import compiled
from host_tools.boards.load import Board
from host_tools.cli import deck as decks
from host_tools.cli.flash import ask_pin as ask_old_pin
from host_tools.common.problems import Problem
from host_tools.config import sending
from host_tools.config.load import Config
from host_tools.deck import work
from host_tools.doctor import checks, people, report, usb
from host_tools.doctor.examine import Examiner
from host_tools.doctor.figures import SHOE, read_all
from host_tools.doctor.result import needs_hands
from host_tools.flashing.find import Place
from host_tools.flashing.flasher import Steps
from host_tools.flashing.patience import now_and_then
from host_tools.install import mapping, putting
from host_tools.install.person import Installer
from host_tools.install.state import State
from host_tools.link.roles import ROLES, SUPERVISOR, TECHNICIAN, KeyRing, board_keys
from host_tools.link.session import Session, ask_pin

_LOOK_S = 0.02
_WAIT_S = 120.0
_RUN_AGAIN = "Run the same command again: it goes on with this step."


@dataclass
class Installation:
    """One table on its way."""

    place: Place
    config: Config
    person: Installer
    state: State
    report_to: Path
    patience_s: float = _WAIT_S
    pins: dict[str, str] | None = None  # as they were chosen, while this runs

    def pin(self, role: str) -> str:
        if self.pins is None:
            self.pins = {}
        if role not in self.pins:
            self.pins[role] = ask_pin(role)
        return self.pins[role]

    def board(self, wired: dict[str, str]) -> Board:
        """The board's definition, with its readers named by where they lie."""
        if not wired or mapping.is_straight(wired):
            return self.config.board
        board = self.config.board
        return Board(board.file, mapping.remapped(board.data, wired))

    def session(self) -> Session:
        return Session(self.place.now(), self.pin, self.config.table)

    def steps(self) -> Steps:
        say = self.person.say
        return Steps(say, ask_pin=lambda: self.pin(TECHNICIAN), waited=now_and_then(say))


def flash(now: Installation) -> str:
    """The firmware."""
    name = putting.flash(now.place, now.config.board, now.config.game, now.steps())
    return f"release {name}"


def keys(now: Installation) -> str:
    """A key for the table, a PIN for each role."""
    pins: dict[str, str] = {}
    for role in ROLES:
        pins[role] = now.person.new_pin(role, pins.values())
    now.pins = pins
    ring = KeyRing()
    try:
        key = ring.get(now.config.table)
        now.person.say("This computer has a key for the table already; it is used.")
    except Problem:
        key = ring.new(now.config.table)
    # A board that has keys goes into maintenance by the technician's PIN as it was.
    say = now.person.say
    steps = Steps(say, ask_pin=ask_old_pin, waited=now_and_then(say))
    putting.put_keys(now.place, board_keys(key, now.pins), steps)
    return f"kept in {ring.folder}"


def configuration(now: Installation) -> str:
    """Wiring and game; then the supervisor opens the books."""
    with now.session() as session:
        _send_board(session, now.board(now.state.boxes))
        content = sending.compact(now.config.as_board_reads_it())
        sending.send(session, SUPERVISOR, "table", content)
        # What it says of stopped play comes right behind its hello.
        session.talk.ask("health")
        if session.talk.stopped is not None and session.talk.stopped[0] == "vault_blank":
            session.order(SUPERVISOR, "order", "new", SUPERVISOR)
            session.again()
            session.talk.ask("health")
        elif session.talk.stopped is not None and session.talk.stopped[0] == "flash_new":
            now.person.say("A new board, the table's own memory chip: its books go on.")
            session.order(SUPERVISOR, "order", "fram", SUPERVISOR)
            session.again()
            session.talk.ask("health")
        session.talk.must_play()
    return f"table {now.config.table}, {now.config.game}"


def readers(now: Installation) -> str:
    """A card over each box: the reader that sees it is that box's."""
    with now.session() as session:
        if "boxes" not in session.talk.hello.able:
            return "no readers under the boxes"
        seen = _seen_at_boxes(now, session)
        if mapping.is_straight(seen):
            now.state.boxes = now.state.boxes or seen
            return f"{len(seen)} boxes, each with its own reader"
        # Names as the board has them now, which may have been put right once already.
        known = now.state.boxes or {box: box for box in seen}
        wired = {box: known.get(reader, reader) for box, reader in seen.items()}
        _send_board(session, now.board(wired))
        now.person.say("The readers are named anew. Once more, to be sure.")
        again = _seen_at_boxes(now, session)
    if not mapping.is_straight(again):
        raise Problem("the boxes still do not fit their readers", _RUN_AGAIN)
    now.state.boxes = wired
    moved = [f"{box} is wired as {reader}" for box, reader in wired.items() if box != reader]
    return "; ".join(moved)


def hands(now: Installation) -> str:
    """Lamps and sign looked at, every key and sensor touched."""
    with now.session() as session:
        results = people.look_and_touch(session, now.person, now.patience_s)
    wrong = [one for one in results if one.result == "fail"]
    if wrong:
        said = "; ".join(f"{one.title}: {one.evidence}" for one in wrong)
        raise Problem(said, wrong[0].remedy)
    return ", ".join(one.title for one in results)


def deck(now: Installation) -> str:
    """Every card made known."""
    values = now.config.values
    cards, joker = values["deck"], bool(values["joker"])
    with now.session() as session, work.enrolling(session, cards, joker, False):
        decks.enrol_all(session, now.person.call, now.person.interrupted, now.patience_s)
        work.keep(session)
    now.person.take_away()
    return f"{cards + joker} cards"


def examined(now: Installation) -> str:
    """The doctor, with antennas and fields tested; the report saved."""
    with now.session() as session:
        _, results = usb.port_checks(now.place.now())
        examiner = Examiner(session, lambda text: None)
        seen = examiner.examine()
        results += checks.run(seen)
    report.save(now.report_to, seen, results, datetime.now().astimezone())
    if needs_hands(results):
        wrong = [one for one in results if one.result == "fail"]
        said = "; ".join(f"{one.title}: {one.evidence}" for one in wrong)
        raise Problem(f"the doctor is not content: {said}", wrong[0].remedy)
    if "bleed" in seen.untried:
        raise Problem(f"the fields were not tested: {seen.untried['bleed']}", _RUN_AGAIN)
    return f"saved as {now.report_to}"


STEPS: dict[str, Callable[[Installation], str]] = {
    "flash": flash,
    "keys": keys,
    "configuration": configuration,
    "readers": readers,
    "hands": hands,
    "deck": deck,
    "report": examined,
}


def run(now: Installation) -> None:
    """Every step that is not done yet."""
    for n, (name, step) in enumerate(STEPS.items(), 1):
        title = (step.__doc__ or name).splitlines()[0].rstrip(".")
        if name in now.state.done:
            now.person.say(f"{n}/{len(STEPS)} {name}: done before.")
            continue
        now.person.say(f"{n}/{len(STEPS)} {name}: {title[0].lower() + title[1:]}.")
        said = step(now)
        now.state.notes[name] = said
        now.state.finish(name)
        now.person.say(f"    {said}")


# ---- parts


def _send_board(session: Session, board: Board) -> None:
    sending.send(session, TECHNICIAN, "board", compiled.as_json(board.data).encode())


def _seen_at_boxes(now: Installation, session: Session) -> dict[str, str]:
    """Box → the reader that saw a card when one was held there."""
    seen = {}
    if lying := _with_cards(session):
        now.person.say(f"Cards lie at {', '.join(lying)}.")
        now.person.take_away()
    for name in sorted(_boxes(now.config.board), key=lambda box: int(box.split()[1])):
        _until(lambda: not _with_cards(session), "cards lie on the table: take them away")
        now.person.hold(name)
        _until(lambda: _with_cards(session), f"no reader has seen a card at {name}", now.patience_s)
        seen[name] = reader = _with_cards(session)[0]
        if reader != name:
            now.person.say(f"Seen by the reader that is named {reader} as yet.")
        mapping.each_once(seen)
        now.person.take_away()
    _until(lambda: not _with_cards(session), "a card still lies on the table")
    return seen


def _boxes(board: Board) -> list[str]:
    return [name for name in board.data["readers"] if name.startswith("box ")]


def _with_cards(session: Session) -> list[str]:
    told = read_all(session.talk.ask("readers"))
    return [name for name, one in told.items() if one.cards_now and name != SHOE]


def _until(holds: Callable[[], object], what: str, limit_s: float = _WAIT_S) -> None:
    end = time.monotonic() + limit_s
    while not holds():
        if time.monotonic() > end:
            raise Problem(what, _RUN_AGAIN)
        time.sleep(_LOOK_S)
