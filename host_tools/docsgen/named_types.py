"""Python types for what is declared: every message and every record by name, not by position.

python -m host_tools.docsgen     writes link/messages.py and link/records.py again
"""

from __future__ import annotations

import keyword

from cardtable.desk.messages import MESSAGES
from cardtable.desk.record_kinds import KINDS
from cardtable.schema import Field, Schema

_NUMBERS = ("int", "cents", "ms", "flag", "seat", "place")
_WIDTH = 100


def messages() -> str:
    """The text of link/messages.py."""
    head = '''"""Messages between board and host as named types.

Made from cardtable/desk/messages.py by `python -m host_tools.docsgen`: change them there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardtable.desk.messages import MESSAGES
'''
    tail = '''

def named(line: Any) -> Message | None:
    """A parsed line by its name; None when it is no message, or not as it was declared."""
    if not isinstance(line, list) or not line or not isinstance(line[0], str):
        return None
    return None if MESSAGES.why_not(line) else _TYPES[line[0]](*line[1:])
'''
    return head + _types(MESSAGES, "Message", optional=False) + tail


def records() -> str:
    """The text of link/records.py."""
    head = '''"""Records as named types.

Made from cardtable/desk/record_kinds.py by `python -m host_tools.docsgen`: change them there.
A field that an older board did not write yet is None; fields of a newer one are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
'''
    tail = '''

def named(record: tuple[Any, ...]) -> Record | None:
    """(kind, field, …) by its name; None when this program does not know the kind."""
    kind = _TYPES.get(record[0])
    return None if kind is None else kind(*record[1 : 1 + len(kind.__match_args__)])
'''
    return head + _types(KINDS, "Record", optional=True) + tail


def _types(schema: Schema, base: str, optional: bool) -> str:
    text = ""
    for name in schema.names():
        fields = schema.fields(name)
        rows = [f"    {_attribute(field)}: {_type(field, optional)}" for field in fields]
        text += f"\n\n@dataclass(frozen=True, slots=True)\nclass {_class(name)}:\n"
        text += "\n".join(rows or ["    pass"]) + "\n"
    union = " | ".join(_class(name) for name in schema.names())
    text += f"\n\n{base} = {_wrapped(union, f'{base} = ')}\n"
    pairs = "".join(f'    "{name}": {_class(name)},\n' for name in schema.names())
    return text + f"_TYPES: dict[str, type[{base}]] = {{\n{pairs}}}\n"


def _wrapped(union: str, before: str) -> str:
    """As ruff would have it: in one line where it fits."""
    if len(before + union) <= _WIDTH:
        return union
    return "(\n    " + "\n    | ".join(union.split(" | ")) + "\n)"


def _class(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _attribute(field: Field) -> str:
    return f"{field.name}_" if keyword.iskeyword(field.name) else field.name


def _type(field: Field, optional: bool) -> str:
    one = "int" if field.type in _NUMBERS else "Any" if field.type == "any" else "str"
    if field.many:
        one = f"list[{one}]"
    if one != "Any" and (field.optional or optional):
        one += " | None"
    return one + (" = None" if optional else "")
