"""A deck that no PN532 reads: said while one waits, and at the end; not once a tag has answered."""

from __future__ import annotations

import itertools
from typing import Any, cast

import pytest

from host_tools.cli import deck
from host_tools.common.problems import Problem
from host_tools.deck import work
from host_tools.wording.tags import NO_TAG


def waited(monkeypatch, seen: work.Progress, silent: bool = False) -> tuple[list[str], str]:
    """What was told while one second passed with each look, and the problem at the end."""
    seconds = itertools.count()
    monkeypatch.setattr(work, "progress", lambda session: seen)
    monkeypatch.setattr(work, "shoe_is_silent", lambda session: silent)
    monkeypatch.setattr(work, "place_of_cards", lambda session: "the shoe")
    monkeypatch.setattr(work.time, "sleep", lambda s: None)
    told: list[str] = []
    with pytest.raises(Problem) as problem:
        now = lambda: float(next(seconds))  # noqa: E731
        deck.enrol_all(cast(Any, None), told.append, lambda: "stop", 120.0, now)
    return told, str(problem.value)


def test_nobody_answers(monkeypatch):
    told, end = waited(monkeypatch, work.Progress(of=52, due="As", kind="enrol"))
    assert sum(NO_TAG[1:] in line for line in told) == 1
    assert NO_TAG in end


def test_a_deck_that_has_answered_is_not_suspected(monkeypatch):
    seen = work.Progress("taken", "As", 1, 52, "2s", kind="enrol")
    told, end = waited(monkeypatch, seen)
    assert not any(NO_TAG[1:] in line for line in told) and NO_TAG not in end


def test_a_silent_reader_is_the_readers_fault(monkeypatch):
    told, end = waited(monkeypatch, work.Progress(of=52, due="As", kind="enrol"), silent=True)
    assert not any(NO_TAG[1:] in line for line in told) and work.SILENT in end
