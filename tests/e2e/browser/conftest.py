"""One Chromium for all browser tests; without one they are skipped, and say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.browser.chromium import Browser, Page, executable
from tests.e2e.browser.table import Table, open_page


def pytest_terminal_summary(terminalreporter):
    if executable() is None:
        terminalreporter.write_line(
            "browser tests SKIPPED: no Chromium on this machine, nobody has looked at the page"
        )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if executable() is None:
        pytest.skip("no Chromium on this machine: nobody has looked at the page")
    made = Browser()
    yield made
    made.close()


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Table]]:
    """A simulated table by game; one at a time, for it keeps a processor busy."""
    known: dict[tuple, Table] = {}

    def table(game: str, speed: float = 20, house: str = "cards") -> Table:
        key = (game, house)
        if key not in known:
            for other in list(known):
                known.pop(other).close()
            known[key] = Table(tmp_path_factory.mktemp(game), game, speed, house)
        return known[key]

    yield table
    for made in known.values():
        made.close()


@pytest.fixture
def look(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Pages of one test. At its end none of them may have complained about anything."""
    pages: list[Page] = []

    def page(table: Table, view: str = "felt", **size: Any) -> Page:
        pages.append(open_page(browser, table, view, **size))
        return pages[-1]

    yield page
    complaints = [error for one in pages for error in one.errors]
    for one in pages:
        one.close()
    assert complaints == []
