"""TypeScript's types of what pages are told, made from host_tools/console/page_types.py.

python -m host_tools.docsgen     writes host_tools/console/page_types.d.ts again
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from host_tools.console import page_types

_HEAD = """// What a page is told. Made from page_types.py by `python -m host_tools.docsgen`.
// The pages' scripts name these types in their comments; `make check` holds them to it.

interface Window {
  page: unknown; // what tests ask
  director: unknown;
  wall: unknown;
  overlay: unknown;
  replay: unknown;
}
"""
_PLAIN = {str: "string", int: "number", bool: "boolean", NoneType: "null", Any: "any"}


def declarations() -> str:
    """The text of page_types.d.ts."""
    types = [one for one in vars(page_types).values() if is_typeddict(one)]
    public = [one for one in types if not one.__name__.startswith("_")]
    return _HEAD + "".join(_interface(one) for one in public)


def _interface(one: Any) -> str:
    said = (one.__doc__ or "").strip().splitlines()
    comment = f"\n/** {said[0]} */" if said and not said[0].startswith("dict(") else ""
    lines = []
    for name, kind in get_type_hints(one, include_extras=True).items():
        absent = name in one.__optional_keys__ or get_origin(kind) is NotRequired
        optional = "?" if absent else ""
        lines.append(f"  {name}{optional}: {_type(kind)};")
    body = "\n".join(lines)
    return f"{comment}\ninterface {_name(one)} {{\n{body}\n}}\n"


def _name(one: Any) -> str:
    return f"Told{one.__name__}"


def _type(kind: Any) -> str:
    if kind in _PLAIN:
        return _PLAIN[kind]
    if is_typeddict(kind):
        return _name(kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is NotRequired:
        return _type(parts[0])
    if origin in (Union, UnionType):
        return " | ".join(_type(part) for part in parts)
    if origin is list:
        inner = _type(parts[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_type(part) for part in parts)}]"
    if origin is dict:
        return f"Record<{_type(parts[0])}, {_type(parts[1])}>"
    raise TypeError(f"no type of TypeScript is known for {kind}")
