"""`cardtable boards`: the boards that are known, and whether a definition holds together."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from host_tools.boards import bill, catalogue, netlist
from host_tools.boards.compiled import compile_board
from host_tools.boards.load import BadBoard, Board, load, load_file, named, names
from host_tools.boards.wiring import parts
from host_tools.common.problems import BAD_INPUT, Problem, unwritable
from host_tools.docsgen import acceptance_record, cable_plan, power_page
from host_tools.docsgen.board_pages import pages
from host_tools.mounting import templates
from host_tools.mounting.sheet import PAPERS

_NETLISTS = {"kicad": netlist.as_kicad, "csv": netlist.as_csv}


def boards(
    name: Annotated[str | None, typer.Argument(help="Its wires: a name, or a board.toml.")] = None,
    check: Annotated[
        Path | None,
        typer.Option(help="Check a board.toml of your own instead.", show_default=False),
    ] = None,
    write: Annotated[
        bool, typer.Option(help="Write README.md and its drawings beside the definition.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="What the firmware reads about it (board.json).")
    ] = False,
    parts_list: Annotated[
        bool, typer.Option("--parts", help="What it is built from, and what that costs, about.")
    ] = False,
    power_budget: Annotated[
        bool,
        typer.Option("--power", help="What it draws, rail by rail; supply, fuses, wires, buses."),
    ] = False,
    netlist_as: Annotated[
        str | None,
        typer.Option("--netlist", help="Every pin and its net: kicad or csv.", show_default=False),
    ] = None,
    templates_to: Annotated[
        Path | None,
        typer.Option(
            "--templates",
            help="Folder for templates at 1:1 (antennas, drilling) and the acceptance record, PDF.",
            show_default=False,
        ),
    ] = None,
    paper: Annotated[str, typer.Option(help=f"Of --templates: {' or '.join(PAPERS)}.")] = "a4",
    prices: Annotated[
        Path | None,
        typer.Option(help="Prices of your own, as in boards/prices.toml.", show_default=False),
    ] = None,
) -> None:
    """List the boards, show the wires of one, or check a definition.

    Examples:

    cardtable boards pico_spi --parts

    cardtable boards --check board.toml

    cardtable boards pico_7 --templates templates
    """
    if paper not in PAPERS:
        raise Problem(f"--paper {paper} is not known", f"Choose {' or '.join(PAPERS)}.", BAD_INPUT)
    if netlist_as not in (None, *_NETLISTS):
        known = " or ".join(_NETLISTS)
        raise Problem(f"--netlist {netlist_as} is not known", f"Choose {known}.", BAD_INPUT)
    try:
        if check is None and name is None:
            _list([load(one) for one in names()], as_json)
            return
        board = load_file(check) if check is not None else named(name or "")
    except BadBoard as bad:
        bad.tell()
        raise typer.Exit(BAD_INPUT) from None
    if write:
        _write(board.file.parent, {n: c.encode() for n, c in pages(board).items()})
    if templates_to is not None:
        _templates(board, templates_to, paper)
    elif netlist_as is not None:
        print(_NETLISTS[netlist_as](board.data), end="")
    elif power_budget:
        print("\n".join(map(_plain, power_page.lines(board.data))))
    elif parts_list or prices is not None:
        _bill(board, bill.prices(prices), as_json)
    elif as_json:
        print(json.dumps(compile_board(board.data), indent=2, sort_keys=True))
    else:
        _show(board)


def _write(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        file = folder / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        except OSError as failure:
            raise unwritable(file, failure) from failure


def _templates(board: Board, folder: Path, paper: str) -> None:
    made = templates.files(board.data, paper)
    made[acceptance_record.FILE] = acceptance_record.pdf(board.data)
    _write(folder, made)
    for name in made:
        print(folder / name)
    print("Print at 100 %, and measure the ruler on each sheet. No hardware has confirmed them.")


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
        print(f"{board.name:10} {board.title}, USB {board.usb[0]:04x}:{board.usb[1]:04x}")


def _bill(board: Board, known: dict[str, int], as_json: bool) -> None:
    rows = [(one, bill.price(one.name, known)) for one in bill.items(board.data)]
    cents, without = bill.total(board.data, known)
    if as_json:
        told = [
            {
                "part": one.name,
                "count": one.count,
                "cents": each,
                "why": one.why,
                "mpn": catalogue.mpn_of(one.name),
                "instead": catalogue.instead_of(one.name),
            }
            for one, each in rows
        ]
        print(json.dumps({"parts": told, "total_cents": cents, "without_price": without}, indent=2))
        return
    for one, each in rows:
        cost = "?" if each is None else bill.shown(one.count * each)
        number = catalogue.mpn_of(one.name)
        bought = "" if number == catalogue.UNKNOWN else f" [{number}]"
        print(f"{one.count:4} {cost:>9}  {one.name}{bought}: {one.why}")
    print(f"     {bill.shown(cents):>9}  about, by estimates: no dealer was asked")
    wire = cable_plan.wire_m(board.data).items()
    metres = ", ".join(f"{length:.0f} m of AWG {awg}" for awg, length in wire)
    print(f"     {'?':>9}  Wire, single: {metres} (each cable: the board's page)")
    for name in without:
        print(f"without a price: {name}")


def _plain(line: str) -> str:
    """A line of the page without what only a page needs."""
    return re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", line).replace("**", "")


def _show(board: Board) -> None:
    print(f"{board.title}: holds together.")
    for line in power_page.summary(board.data):
        print(f"  {line}")
    for part in parts(board.data):
        print(f"\n{part.title}")
        for wire in part.wires:
            print(f"  {wire.pin:6} header {wire.header:>2}  {wire.end}")
        for note in part.notes:
            print(f"         {note}")
