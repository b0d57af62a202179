"""Every page that is made, by its place in a checkout."""

from __future__ import annotations

from pathlib import Path

from host_tools.boards import load
from host_tools.docsgen import antenna_page, board_pages, named_types, page_types
from host_tools.docsgen import configuration_page as configuration
from host_tools.docsgen import parts_pages as parts
from host_tools.docsgen import protocol_page as protocol
from host_tools.docsgen import rule_pages as rules
from host_tools.docsgen import troubleshooting_page as troubleshooting
from host_tools.docsgen import trust_pages as trust

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LINK = ROOT / "host_tools" / "link"
CONSOLE = ROOT / "host_tools" / "console"


def made() -> dict[Path, str]:
    """File → text, as it should stand there."""
    found = {
        DOCS / "configuration.md": configuration.page(),
        DOCS / "protocol.md": protocol.page(),
        DOCS / "troubleshooting.md": troubleshooting.page(),
    }
    found[LINK / "messages.py"] = named_types.messages()
    found[LINK / "records.py"] = named_types.records()
    found[CONSOLE / "page_types.d.ts"] = page_types.declarations()
    found |= {
        DOCS / name: text
        for name, text in (parts.pages() | antenna_page.pages() | trust.pages()).items()
    }
    found |= {DOCS / "rules" / name: text for name, text in rules.pages().items()}
    for name in load.names():
        board = load.load(name)
        found |= {board.file.parent / file: text for file, text in board_pages.pages(board).items()}
    return found
