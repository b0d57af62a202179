"""`cardtable boards`: the boards that are known, and whether a definition holds together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from host_tools.boards.compiled import compile_board
from host_tools.boards.load import BadBoard, Board, load, load_file, names
from host_tools.boards.pages import pages
from host_tools.boards.wiring import parts
from host_tools.problems import BAD_INPUT, unwritable


def boards(
    name: Annotated[str | None, typer.Argument(help="One board: its wires.")] = None,
    check: Annotated[
        Path | None,
        typer.Option(help="Check a board.toml of your own instead.", show_default=False),
    ] = None,
    write: Annotated[
        bool, typer.Option(help="Write README.md and wiring.svg beside the definition.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="What the firmware reads about it (board.json).")
    ] = False,
) -> None:
    """List the boards, show the wires of one, or check a definition."""
    try:
        if check is None and name is None:
            _list([load(one) for one in names()], as_json)
            return
        board = load_file(check) if check is not None else load(name or "")
    except BadBoard as bad:
        bad.tell()
        raise typer.Exit(BAD_INPUT) from None
    if write:
        for name, content in pages(board).items():
            file = board.file.parent / name
            try:
                file.write_text(content, encoding="utf-8", newline="\n")
            except OSError as failure:
                raise unwritable(file, failure) from failure
    if as_json:
        print(json.dumps(compile_board(board.data), indent=2, sort_keys=True))
    else:
        _show(board)


def _list(found: list[Board], as_json: bool) -> None:
    if as_json:
        told = [
            {
                "name": b.name,
                "title": b.title,
                "machine": b.machine,
                "architecture": b.architecture,
                "usb": f"{b.usb[0]:04x}:{b.usb[1]:04x}",
            }
            for b in found
        ]
        print(json.dumps(told, indent=2))
        return
    for board in found:
        print(f"{board.name:8} {board.title}, USB {board.usb[0]:04x}:{board.usb[1]:04x}")


def _show(board: Board) -> None:
    print(f"{board.title}: holds together.")
    for part in parts(board.data):
        print(f"\n{part.title}")
        for wire in part.wires:
            print(f"  {wire.pin:6} header {wire.header:>2}  {wire.end}")
        for note in part.notes:
            print(f"         {note}")
