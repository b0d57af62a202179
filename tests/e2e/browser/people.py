"""Playwright with the system's Chromium, for what it does better: axe, sizes, languages."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.e2e.browser.chromium import executable
from tests.e2e.browser.table import PINS, Table

_LIMIT_S = 40.0


@contextmanager
def chromium() -> Iterator[Any]:
    found = executable()
    assert found is not None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(found), args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def wait(page: Page, expression: str, limit_s: float = _LIMIT_S) -> Any:
    """Playwright's own wait needs eval, which the page's policy forbids; this one does not."""
    end = time.monotonic() + limit_s
    while True:
        found = page.evaluate(f"(() => {{ const found = {expression}; return found || null; }})()")
        if found is not None:
            return found
        assert time.monotonic() < end, f"waited for {expression}"
        page.wait_for_timeout(30)


def opened(browser: Any, table: Table, view: str = "felt", **more: Any) -> Page:
    """A page at a view, told about the table; `language`, `reduced_motion`, `viewport`."""
    language = more.pop("language", "en")
    context = browser.new_context(**more)
    context.add_init_script(f"localStorage.setItem('language', '{language}')")
    page = context.new_page()
    page.errors = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
    page.goto(f"{table.address}#{view}")
    wait(page, "window.page?.table?.link.state === 'up' && window.page.table.round")
    return page


def become(page: Page, *roles: str) -> None:
    for role in roles:
        page.evaluate(f"void page.pins.ask('{role}')")
        wait(page, "document.querySelector('#dialog').open")
        page.keyboard.type(PINS[role])
        page.keyboard.press("Enter")
        wait(page, f"'{role}' in page.roles && !document.querySelector('#dialog').open")
