"""`cardtable rules`: every numbered rule, how it is met, by which code, shown by which tests."""

from __future__ import annotations

import json
from difflib import get_close_matches
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.rulebook.citations import TESTS, citations
from host_tools.rulebook.entries import DOCUMENTS, WORDS, Book, Entry, book, books


def rules(
    document: Annotated[
        str | None, typer.Argument(metavar="[DOC]", help=f"One of {', '.join(DOCUMENTS)}.")
    ] = None,
    rule: Annotated[
        str | None, typer.Argument(metavar="[RULE]", help="A rule of it, like C16.2 or 4.2(g).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a rule.")] = False,
) -> None:
    """Show how the rules of the documents are met, with totals.

    Examples:

    cardtable rules

    cardtable rules NI2004-492 14.1
    """
    if document is None:
        _overview(as_json)
        return
    found = _document(document)
    entries = [_rule(found, rule)] if rule is not None else list(found.entries.values())
    cited = citations(found.document) if TESTS.is_dir() else {}
    if as_json:
        for entry in entries:
            print(json.dumps(_plain(entry, cited.get(entry.rule, [])), ensure_ascii=False))
    elif rule is not None:
        _one(entries[0], cited.get(entries[0].rule, []))
    else:
        _all(found, cited)


def _document(name: str) -> Book:
    for document in DOCUMENTS:
        if document.lower() == name.lower():
            return book(document)
    close = get_close_matches(name.upper(), DOCUMENTS, 1, 0.3)
    hint = f"Did you mean {close[0]}?" if close else f"There are {', '.join(DOCUMENTS)}."
    raise Problem(f"no document '{name}'", hint, BAD_INPUT)


def _rule(found: Book, rule: str) -> Entry:
    entry = found.find(rule)
    if entry is None:
        near = found.near(rule)
        hint = f"Near it: {', '.join(near)}." if near else f"Try: cardtable rules {found.document}"
        raise Problem(f"{found.document} has no rule '{rule}'", hint, BAD_INPUT)
    return entry


def _plain(entry: Entry, tests: list[str]) -> dict[str, Any]:
    return {
        "document": entry.document,
        "rule": entry.rule,
        "title": entry.title,
        "how": entry.how,
        "reason": entry.reason or None,
        "code": list(entry.code),
        "tests": tests,
    }


def _overview(as_json: bool) -> None:
    if as_json:
        for one in books():
            told: dict[str, Any] = {"document": one.document, "game": one.game}
            print(json.dumps(told | one.totals() | {"all": len(one.entries)}, ensure_ascii=False))
        return
    table = Table()
    table.add_column("document", no_wrap=True)
    table.add_column("game")
    for word in (*WORDS.values(), "all"):
        table.add_column(word, justify="right")
    sums = dict.fromkeys(WORDS, 0)
    for one in books():
        totals = one.totals()
        for how, count in totals.items():
            sums[how] += count
        figures = [*totals.values(), len(one.entries)]
        table.add_row(one.document, one.game, *map(str, figures))
    table.add_section()
    table.add_row("all", "", *map(str, [*sums.values(), sum(sums.values())]))
    Console().print(table)


def _one(entry: Entry, tests: list[str]) -> None:
    print(f"{entry.name}: {entry.title}")
    print(f"how: {WORDS[entry.how]}" + (f" ({entry.reason})" if entry.reason else ""))
    for name in entry.code:
        print(f"code: {name}")
    for test in tests:
        print(f"test: {test}")


def _all(found: Book, cited: dict[str, list[str]]) -> None:
    table = Table(title=f"{found.document}: {found.game}")
    table.add_column("rule", no_wrap=True)
    table.add_column("what it says")
    table.add_column("how it is met")
    table.add_column("tests", justify="right")
    for entry in found.entries.values():
        how = WORDS[entry.how]
        table.add_row(entry.rule, entry.title, how, str(len(cited.get(entry.rule, [])) or ""))
    Console().print(table, markup=False)
    counts = ", ".join(f"{count} {WORDS[how]}" for how, count in found.totals().items())
    print(f"{len(found.entries)} rules: {counts}")
