"""docs/standards.md and docs/threats.md, made from the entries alone."""

from __future__ import annotations

from host_tools.docsgen import COMMAND
from host_tools.docsgen.trust_entries import (
    MET,
    NOT,
    PARTLY,
    STATES,
    Requirement,
    Threat,
    attackers,
    requirements,
    threats,
)

_RUN_ONE = (
    "One of the tests, by a word of its name: "
    "`.venv/bin/python -m pytest tests/integration/flash/test_own_files.py -k one_byte`."
)


def standards() -> str:
    """What standards ask for, what we do, where, and which test shows it."""
    rows = requirements()
    counts = {state: sum(one.state == state for one in rows) for state in STATES}
    lines = [
        "# What standards ask of such a table",
        "",
        "Cardtable is **designed against** these requirements. Nobody has examined or certified "
        "it, and a table that takes real money needs the approval of whoever regulates it. The "
        "rules of the games themselves are another matter: [rules](rules/README.md).",
        "",
        "They are requirements of standards and rules for progressive jackpots and gaming devices "
        "(the Australian and New Zealand national standard for gaming machines; New Jersey "
        "13:69E-1.39A and B, New York 9 §5319–5321, New Mexico 15.1.24.12, Arkansas 29.1, Oklahoma "
        "325:85-15), put in our own words and put together where they ask for the same. The "
        "documents themselves decide what they mean.",
        "",
        f"{counts[MET]} are met, {counts[PARTLY]} in part, {counts[NOT]} not. Each row names the "
        "code that does it and the tests that show it; `make test` fails when one of them is gone. "
        "Everything ran on emulated hardware: see [what no hardware has "
        "confirmed](vault.md#what-no-hardware-has-confirmed).",
        "",
        f"Made by `{COMMAND}` from `host_tools/docsgen/standards.toml`; do not edit. {_RUN_ONE}",
    ]
    for chapter in dict.fromkeys(one.chapter for one in rows):
        lines += ["", f"## {chapter}", "", "| asked for | what we do | met | code | tests |"]
        lines += ["|---|---|---|---|---|"]
        lines += [_requirement_row(one) for one in rows if one.chapter == chapter]
    return "\n".join(lines) + "\n"


def _requirement_row(one: Requirement) -> str:
    does = one.does + (f" **Lacking:** {one.lacks}" if one.lacks else "")
    return _row(one.asks, does, STATES[one.state], _code(one.code), _tests(one.tests))


def threats_page() -> str:
    """Who might attack, what holds, what does not."""
    lines = [
        "# Threats",
        "",
        "People trust the table with money and with cards they have not shown. This page says who "
        "might abuse that trust, what holds against them, what does not, and which test shows it. "
        "What is hidden from whom before a card is shown: [secrecy](secrecy.md).",
        "",
        f"Made by `{COMMAND}` from `host_tools/docsgen/threats.toml`; do not edit. `make test` "
        f"fails when a test that is named here is gone. {_RUN_ONE}",
        "",
        "## Attackers",
        "",
        "| | what they have |",
        "|---|---|",
        *(f"| **{one.title}** | {one.has} |" for one in attackers()),
        "",
        "## What they try",
    ]
    titles = {one.name: one.title for one in attackers()}
    for threat in threats():
        lines += ["", *_threat_lines(threat, titles)]
    lines += [
        "",
        "## If you find another",
        "",
        "Write to the maintainers before you write to the world, with the firmware's version and, "
        "if you can, a trace (`cardtable sync --record FILE`) or a bundle (`cardtable doctor "
        "--bundle FILE`): neither holds a hidden card, a key or a PIN.",
    ]
    return "\n".join(lines) + "\n"


def _threat_lines(threat: Threat, titles: dict[str, str]) -> list[str]:
    return [
        f"### {threat.title}",
        "",
        f"*By:* {', '.join(titles[name][0].lower() + titles[name][1:] for name in threat.by)}.",
        "",
        f"**Holds.** {threat.holds or 'Nothing.'}",
        "",
        f"**Does not hold.** {threat.left or 'Nothing that we know of.'}",
        "",
        "Code: " + _code(threat.code) + ". Tests: " + _tests(threat.tests) + "."
        if threat.code
        else "Tests: " + _tests(threat.tests) + ".",
    ]


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _code(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name.removeprefix('cardtable.')}`" for name in names)


def _tests(ids: tuple[str, ...]) -> str:
    """Each test as a link to its file, by the words of its name."""
    told = []
    for one in ids:
        path, _, name = one.partition("::")
        told.append(f"[{name.removeprefix('test_').replace('_', ' ')}](../{path})")
    return "; ".join(told)


def pages() -> dict[str, str]:
    """File name → text, as they should stand in docs."""
    return {"standards.md": standards(), "threats.md": threats_page()}
