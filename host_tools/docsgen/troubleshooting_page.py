"""docs/troubleshooting.md, made from the words the doctor uses."""

from __future__ import annotations

from cardtable.desk.faults import FAULTS as DECLARED
from host_tools import wording
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


def page() -> str:
    parts = [
        _HEAD,
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
