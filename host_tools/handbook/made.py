"""Every page that is made, by its place in a checkout."""

from __future__ import annotations

from pathlib import Path

from host_tools.boards import load, pages
from host_tools.config import page as configuration
from host_tools.doctor import page as troubleshooting
from host_tools.handbook import pages as parts
from host_tools.link import page as protocol
from host_tools.rulebook import pages as rules
from host_tools.trust import pages as trust

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def made() -> dict[Path, str]:
    """File → text, as it should stand there."""
    found = {
        DOCS / "configuration.md": configuration.page(),
        DOCS / "protocol.md": protocol.page(),
        DOCS / "troubleshooting.md": troubleshooting.page(),
    }
    found |= {DOCS / name: text for name, text in (parts.pages() | trust.pages()).items()}
    found |= {DOCS / "rules" / name: text for name, text in rules.pages().items()}
    for name in load.names():
        board = load.load(name)
        found |= {board.file.parent / file: text for file, text in pages.pages(board).items()}
    return found
