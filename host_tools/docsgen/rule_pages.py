"""docs/rules/: a page for each document, made from the entries alone."""

from __future__ import annotations

from host_tools.docsgen import COMMAND
from host_tools.rulebook.entries import WORDS, Book, Entry, books


def page_of(document: Book) -> str:
    """The page of one document."""
    first = next(iter(entry.rule for entry in document.entries.values() if entry.code), "RULE")
    totals = document.totals()
    lines = [
        f"# {document.document}: {document.game}",
        "",
        f"How each numbered rule is met, in our own words. Made by `{COMMAND}`; do not edit.",
        f"The tests that show a rule: `cardtable rules {document.document} '{first}'`.",
        "",
        "| how | rules |",
        "|---|---:|",
        *(f"| {WORDS[how]} | {count} |" for how, count in totals.items()),
        f"| **all** | **{sum(totals.values())}** |",
        "",
        "| rule | what it says | how it is met | by what, or why |",
        "|---|---|---|---|",
    ]
    lines += [_row(entry) for entry in document.entries.values()]
    return "\n".join(lines) + "\n"


def _row(entry: Entry) -> str:
    more = [entry.reason] if entry.reason else []
    more += [f"`{name.removeprefix('cardtable.')}`" for name in entry.code]
    if entry.tried:
        more.append(f"tried in {entry.tried}")
    cells = (entry.rule, entry.title, WORDS[entry.how], "; ".join(more))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def index() -> str:
    """The first page: all documents, all totals."""
    lines = [
        "# Rules",
        "",
        "Every numbered rule of the five documents and how the table meets it. The same data is "
        "behind `cardtable rules`.",
        "",
        "| document | game | " + " | ".join(WORDS.values()) + " | all |",
        "|---|---|" + "---:|" * (len(WORDS) + 1),
    ]
    for document in books():
        counts = document.totals()
        figures = " | ".join(str(count) for count in counts.values())
        name = document.document
        lines.append(
            f"| [{name}]({name}.md) | {document.game} | {figures} | {sum(counts.values())} |"
        )
    lines += [
        "",
        "- **enforced**: an attempt to break it is refused or told. Each names the round in "
        "`tests/scenarios/rounds/` (or the test) that tries; `make test` plays it and fails "
        "when the rule is not cited against the attempt. `python -m tests.support.mutations` takes "
        "each check out and counts the rounds that then fail.",
        "- **reckoned by the table**: nobody is asked and nothing can be broken: the table works "
        "it out, and a test or round that cites the rule shows what comes out.",
        "- **shown**: the table shows it and leaves it to people.",
        "- **decided by people**: a person sees or decides it; where the table carries the "
        "decision out, the code is named.",
        "- **outside the table**: nothing the table could know of.",
        "- **not yet**: to come.",
        "",
        f"Entries: `host_tools/rulebook/entries/`. Pages: `{COMMAND}`.",
    ]
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """File name → text, as they should stand in docs/rules."""
    made = {f"{document.document}.md": page_of(document) for document in books()}
    return {"README.md": index()} | made
