"""Pages from templates: whatever is put into one is escaped, unless it is markup of our own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def rendered(template: Path, **values: Any) -> str:
    """The template with its values; a name that nobody gave is an error."""
    environment = Environment(
        loader=FileSystemLoader(template.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(template.name).render(**values)
