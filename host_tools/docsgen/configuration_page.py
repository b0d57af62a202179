"""docs/configuration.md, made from the declarations."""

from __future__ import annotations

from typing import Any

from cardtable.rules.determinations import DETERMINATIONS, DOCUMENTS, default_of, taken_by
from cardtable.schema import Schema
from host_tools import wording
from host_tools.config import shape
from host_tools.config.compare import WHEN_WORDS, shown
from host_tools.docsgen import COMMAND

_HEAD = f"""# Configuration: table.toml

A table is configured by one file. `cardtable config check table.toml` says everything that is wrong
with it at once; `push` puts it in force between rounds, `pull` writes down what a board plays by,
`diff` compares the two. This page is made from the declarations in `cardtable.rules.determinations`
and `host_tools/config/shape.py` by `{COMMAND}`; a test compares.

```toml
table = "canberra-1"
game = "canberra"
board = "pico_7" # readers under seven boxes
seats = 7

[determinations]
ante_min = "$5.00" # or 500: whole cents
ante_max = "$200.00"

[jackpot]
start_up = "$10,000.00"
pool_share = 8000 # of 10,000: four fifths to the pool, a fifth to the reserve
pool = "$20,000.00"
reserve = "$3,000.00"
```

Money is whole cents, or dollars as text. What is left out has its default; a default of "none"
follows from the others or is not limited. Changes wait for what the rules want them to wait for:
`push` says so and changes nothing before. A change of the table's name is refused: its books and
keys carry it.
"""


def page() -> str:
    parts = [_HEAD, "## The table\n", _declared(shape.TABLE)]
    parts += [
        "\n## [jackpot]\n",
        "`pool` and `reserve` are start values, used when the books are opened. The others change"
        " once the jackpot has been won: `push` leaves the order with the board, which waits.\n",
        _declared(shape.JACKPOT),
    ]
    for game in DOCUMENTS:
        parts += [f"\n## [determinations] of {wording.GAMES[game]} (`{game}`)\n", _game(game)]
    return "\n".join(parts) + "\n"


def _declared(kinds: Schema) -> str:
    rows = ["| key | what may stand there | default | meaning |", "|---|---|---|---|"]
    for name in kinds.names():
        _, _, default, meaning = kinds.row(name)
        range_ = shape.range_of(shape.field_of(kinds, name))
        said = "(needed)" if default is ... else _default(default)
        rows.append(f"| `{name}` | {range_} | {said} | {meaning} |")
    return "\n".join(rows)


def _game(game: str) -> str:
    rows = ["| key | what may stand there | default | may change | rule |", "|---|---|---|---|---|"]
    for name in taken_by(game):
        row: tuple[Any, ...] = DETERMINATIONS.row(name)
        declared = DETERMINATIONS.fields(name)[0]
        value = default_of(game, name)
        if declared.type == "flag":
            value = bool(value)
        rows.append(
            f"| `{name}` | {shape.range_of(declared)} | {_default(value)} | {WHEN_WORDS[row[3]]} |"
            f" {_rule(game, row[4][game])} |"
        )
    return "\n".join(rows)


def _rule(game: str, rule: str) -> str:
    return f"{DOCUMENTS[game]} r {rule}" if rule else "house custom"


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return "none" if value is None else f"`{shown(value)}`"
