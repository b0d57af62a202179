"""docs/protocol.md: the link as it is declared."""

from __future__ import annotations

from cardtable.desk.messages import MESSAGES, PROTOCOL
from cardtable.desk.record_kinds import KINDS
from cardtable.link.commands import COMMANDS, OF_BOARD, OF_SUPERVISOR, QUESTIONS
from cardtable.link.lines import LIMIT
from cardtable.link.server import RESEND_MS, WINDOW
from cardtable.records import VERSION
from cardtable.rules.inputs import INPUTS
from cardtable.schema import Schema
from host_tools.docsgen import COMMAND
from host_tools.wording import protocol as words


def page() -> str:
    """The whole page."""
    return "\n".join(
        [
            *_head(),
            "## Messages",
            "",
            "| message | said by | fields | what it is for | errors | since |",
            "|---|---|---|---|---|---:|",
            *(_message(name) for name in _in_order(MESSAGES)),
            "",
            "`able` in hello:",
            "",
            *(f"- `{name}`: {meaning}" for name, meaning in words.ABLE.items()),
            "",
            "## Questions",
            "",
            "`ask` with a question's name; anybody may. An answer comes in parts, an item each.",
            "",
            "| question | fields | answer | since |",
            "|---|---|---|---:|",
            *(_question(name) for name in _in_order(QUESTIONS)),
            "",
            *_commands(),
            "",
            "## Inputs",
            "",
            "What `input` may say. "
            f"Only a supervisor: {_list(OF_SUPERVISOR)}. Only the board itself: {_list(OF_BOARD)}.",
            "",
            "| input | fields |",
            "|---|---|",
            *(f"| `{name}` | {_fields(INPUTS, name)} |" for name in _in_order(INPUTS)),
            "",
            "## Records",
            "",
            f"`[{VERSION}, epoch, number, clock, time_ms, previous, kind, field, …]`; see "
            "[architecture](architecture.md).",
            "",
            "| kind | fields | since |",
            "|---|---|---:|",
            *(
                f"| `{name}` | {_fields(KINDS, name)} | {KINDS.row(name)[2]} |"
                for name in _in_order(KINDS)
            ),
            "",
        ]
    )


def _head() -> list[str]:
    return [
        "# The link",
        "",
        f"Protocol {PROTOCOL}. Made by `{COMMAND}` from the declarations; do not edit.",
        "",
        "A line is compact JSON, `*`, the CRC-32 of the JSON in eight hex digits, and a newline; "
        f"to the board at most {LIMIT} bytes. What is not such a line (REPL text, noise, half a "
        "line) is counted and passed over. An array that begins with a number is a record, one "
        "that begins with a name is a message.",
        "",
        f"At most {WINDOW} records are on their way beyond the host's last acknowledgement; what "
        f"is not acknowledged within {RESEND_MS // 1000} seconds is sent again. Receiving twice "
        "is the host's to bear: it stores each (table, epoch, number) once.",
        "",
        "Fields are written as they are declared: `name:type`, a range or choices in brackets, "
        "`[]` for a list, `?` for null. Amounts are cents; a place is a seat or a number of "
        "`rules/places.py`.",
        "",
    ]


def _message(name: str) -> str:
    _, _, direction, since = MESSAGES.row(name)
    meaning, errors = words.MESSAGES[name]
    told = ", ".join(f"*{error}*" for error in errors)
    return f"| `{name}` | {direction} | {_fields(MESSAGES, name)} | {meaning} | {told} | {since} |"


def _question(name: str) -> str:
    since = QUESTIONS.row(name)[2]
    return f"| `{name}` | {_fields(QUESTIONS, name)} | {words.QUESTIONS[name]} | {since} |"


def _commands() -> list[str]:
    rows = []
    for name in _in_order(COMMANDS):
        _, _, who, since = COMMANDS.row(name)
        meaning, codes = words.COMMANDS[name]
        told = ", ".join(f"`{code}`" if " " not in code else code for code in codes)
        fields = _fields(COMMANDS, name)
        rows.append(f"| `{name}` | {fields} | {who} | {meaning} | {told} | {since} |")
    return [
        "## Commands",
        "",
        "`do` with a command as JSON text. A supervisor may order what a dealer may; `any` is "
        "every role that has a key. Wrong keys are slowed down, for each role by itself and across "
        "restarts, one second at first and twice as long each time up to 60, and recorded "
        "(`denied`). Every command may be refused with "
        + ", ".join(f"`{code}`" for code in words.EVERY_COMMAND)
        + ".",
        "",
        "| command | fields | who | what it does | refused with | since |",
        "|---|---|---|---|---|---:|",
        *rows,
    ]


def _in_order(kinds: Schema) -> list[str]:
    """As declared: what belongs together stands together."""
    return kinds.in_order()


def _fields(kinds: Schema, name: str) -> str:
    text = kinds.row(name)[1].replace("|", "\\|")
    return " ".join(f"`{field}`" for field in text.split()) or "–"


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
