"""docs/troubleshooting.md, made from the words the doctor uses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardtable.desk.faults import FAULTS as DECLARED
from host_tools import wording
from host_tools.common.toml_file import BadToml, read_toml
from host_tools.wording.doctor import CAUSES

_HEAD = """# Troubleshooting

`cardtable doctor` goes from the cable to the cards and says what is wrong, what shows it, and what
to do. It looks only; with the technician's PIN (`CARDTABLE_PIN`, or typed) the board also tests its
readers, and people look at lamps and touch keys. It ends with 1 when something needs hands.

| | |
|---|---|
| `cardtable doctor --report table.html` | a page to print and sign, with a picture of the table |
| `cardtable doctor --bundle bug.zip` | for a bug report: no keys, PINs, tags or faces in it |
| `cardtable doctor --json` | for scripts: [schema](schemas/doctor.json) |
| `cardtable doctor --udev` | Linux: a rule that lets you use the port |
| `cardtable sensors` | every reader live; `--reader "box 4"` in depth, `--bleed` |
| `cardtable deck check` | every card over the shoe, once |

What cannot be told apart is not: a reader on SPI that is unplugged and one that hangs look alike,
and so do a foreign card and a tag that is misread. A board compares its files with its own manifest
at every start; comparing them with a signed one needs maintenance mode and `cardtable verify`. It
counts since it started; what was wrong and is over is told as such. The value of an antenna's test
means nothing by itself, and the board forgets it when it restarts: the report has every reader's,
and printed reports are compared.

This page is made from the words of the program (`host_tools/wording/`); a test compares.
"""


_BY_PART = """## By bus and part

From what you see to what to measure and do, in the order in which a table is built. References are
those of the full table's [schematic](../boards/pico/schematic.svg); voltages are nominal. **No
hardware has confirmed it.** The codes are what the doctor, the board's faults and `bringup` say;
each is explained further down or in [the first real board](bringup.md). Symptoms of play:
[technician](technician.md).
"""


def by_part() -> list[dict[str, Any]]:
    """Buses with their rows, of by_part.toml."""
    return read_toml(Path(__file__).with_name("by_part.toml"), BadToml)["bus"]


def references(row: dict[str, Any]) -> list[str]:
    """Each of a row's parts: U2-U3 are two."""
    made = []
    for given in row["refs"]:
        first, _, last = given.partition("-")
        letters = first.rstrip("0123456789")
        start = int(first.removeprefix(letters))
        end = int(last.removeprefix(letters)) if last else start
        made += [f"{letters}{n}" for n in range(start, end + 1)]
    return made


def _of_parts() -> list[str]:
    made = [_BY_PART]
    for bus in by_part():
        made += [
            f"### {bus['name']}\n",
            "| part | you see | says | measure | do |",
            "|---|---|---|---|---|",
        ]
        for row in bus["rows"]:
            refs = ", ".join(one.replace("-", " to ") for one in row["refs"])
            codes = ", ".join(f"`{code}`" for code in row["codes"]) or "–"
            made.append(f"| {refs} | {row['see']} | {codes} | {row['measure']} | {row['do']} |")
        made.append("")
    return made


def page() -> str:
    parts = [
        _HEAD,
        *_of_parts(),
        "## Causes the doctor names\n",
        "| cause | what is wrong | what to do |",
        "|---|---|---|",
    ]
    parts += [f"| `{code}` | {what} | {remedy} |" for code, (what, remedy) in CAUSES.items()]
    parts += [
        "\n## Faults the board tells\n",
        "`stop`: play stops; `degraded`: the table plays on with less; `notice`: to know.\n",
        "| fault | | what is wrong | what to do | who |",
        "|---|---|---|---|---|",
    ]
    for code in DECLARED.names():
        what, remedy = wording.FAULTS[code]
        _, _, severity, who = DECLARED.row(code)
        parts.append(f"| `{code}` | {severity} | {what} | {remedy} | {who} |")
    return "\n".join(parts) + "\n"
