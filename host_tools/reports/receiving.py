"""Records from a port into the ledger: once, or until Ctrl-C through every break of the cable."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from host_tools.common.problems import NO_BOARD, STOPPED, Problem
from host_tools.forwarding.reporter import Reporter
from host_tools.ledger.intake import Intake
from host_tools.ledger.place import Place
from host_tools.ledger.recorded import RecordedIntake
from host_tools.link import sharing
from host_tools.link.ports import find_port
from host_tools.link.record_pump import Syncing
from host_tools.link.trace import RecordedWire, Recorder
from host_tools.link.wire import Unplugged, Wire, open_direct, open_wire

_AGAIN_S = 1.0  # between attempts to reach a board
_WAITS_FOR_PEOPLE = (NO_BOARD, STOPPED)


@dataclass
class Received:
    """How far a table is."""

    table: str = ""
    epoch: int = 0
    fresh: int = 0  # records that are new in the ledger
    have: int = 0
    last: int = 0  # on the board
    twice: int = 0
    noise: int = 0


Heard = Callable[[Received, list[list]], None]
Say = Callable[[str], None]


def receive(
    port: str,
    path: Place,
    once: bool,
    heard: Heard,
    say: Say = lambda _text: None,
    trace: Path | None = None,
    reporter: Reporter | None = None,
) -> Received:
    """Take records until all are here (`once`), else for ever; `heard` is told after each step."""
    recorder = Recorder(trace) if trace is not None else None
    intake = Intake(path) if recorder is None else RecordedIntake(path, recorder)
    received = Received()
    told = ""
    claim: sharing.Claim | None = None
    try:
        while True:
            try:
                at = find_port(port)
                if not once and (claim is None or claim.port != at):
                    claim = _claimed(at, claim)
                opened = open_wire if claim is None else open_direct
                if _one_cable(opened, at, intake, once, received, heard, recorder, reporter):
                    return received
                _updated(at, claim, reporter)
                claim = None
                continue
            except Unplugged:
                problem = Problem(
                    "the board has gone", "Waiting for it; nothing is lost.", NO_BOARD
                )
            except Problem as failure:
                problem = failure
            if recorder is not None:
                recorder.note(problem.line())
            if reporter is not None:
                reporter.failed(problem)
            if once or problem.code not in _WAITS_FOR_PEOPLE:
                raise problem
            if problem.line() != told:
                told = problem.line()
                say(told)
            time.sleep(_AGAIN_S)
    finally:
        if claim is not None:
            claim.release()
        intake.close()
        if recorder is not None:
            recorder.close()


def _updated(port: str, claim: sharing.Claim | None, reporter: Reporter | None) -> None:
    """The board is wanted for an update: whoever flashes it opens the port anew."""
    if claim is not None:
        claim.release()
    assert reporter is not None
    reporter.update(port)


def _claimed(port: str, before: sharing.Claim | None) -> sharing.Claim | None:
    """A sync that goes on says that it has the port; a console that has it is spoken through."""
    if before is not None:
        before.release()
    return sharing.claim(port, "cardtable sync")


def _one_cable(
    opened: Callable[[str], Wire],
    port: str,
    intake: Intake,
    once: bool,
    received: Received,
    heard: Heard,
    recorder: Recorder | None,
    reporter: Reporter | None = None,
) -> bool:
    """True when everything is here (`once`); False when the board is wanted for an update."""
    wire = opened(port)
    if recorder is not None:
        recorder.note(f"open {port}")
        wire = RecordedWire(wire, recorder)
    try:
        syncing = Syncing(wire, intake)
        if reporter is not None:
            syncing.listener = reporter.told
        before = (received.twice, received.noise)
        while True:
            fresh = syncing.pump()
            client = syncing.client
            if reporter is not None:
                reporter.greeted(client)
                if fresh:
                    reporter.recorded(fresh)
                reporter.deliver(client)
                if not once and syncing.caught_up and reporter.wants_the_board():
                    return False
            if client.hello is not None:
                received.table, received.epoch = client.hello.table, client.hello.epoch
                received.have = intake.number
                received.last = max(client.hello.last, intake.number)
                received.fresh += len(fresh)
                received.twice = before[0] + client.twice
                received.noise = before[1] + client.noise
                heard(received, fresh)
            if once and syncing.caught_up:
                return True
    finally:
        wire.close()


def catch_up(port: str | None, path: Place) -> None:
    """What reading verbs do before they read, when a port was given."""
    if port is not None:
        receive(port, path, True, lambda _received, _fresh: None)
