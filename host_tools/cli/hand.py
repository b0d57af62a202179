"""`cardtable hand`: compare hands by the rules of any deck and document."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any, BinaryIO, TextIO

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardtable.desk.readable import cards_text
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.hand.answer import Made, answer, highs, lows, winners
from host_tools.hand.request import Request, RequestError, from_dict, from_line

_RED_SUITS = "hd"


def hand(
    hands: Annotated[
        list[str] | None,
        typer.Argument(
            help="Hands of five cards, like KsKhKdJcJs; in a game, each player's hole cards.",
            show_default=False,
        ),
    ] = None,
    deck: Annotated[int, typer.Option(help="Cards without joker: 52 48 44 40 36 32.")] = 52,
    joker: Annotated[
        bool, typer.Option("--joker/--no-joker", help="The deck has a joker (Jk).")
    ] = False,
    order: Annotated[str, typer.Option(help="Whose order of hands: act or tas.")] = "act",
    ace_low: Annotated[
        bool, typer.Option("--ace-low/--no-ace-low", help="The ace may end a straight below.")
    ] = True,
    mode: Annotated[str, typer.Option(help="What wins: high, low or high-low.")] = "high",
    low_ace: Annotated[str, typer.Option(help="The ace in a low: high or low.")] = "high",
    qualifier: Annotated[
        bool, typer.Option("--qualifier/--no-qualifier", help="high-low: eight or less only.")
    ] = True,
    game: Annotated[
        str | None, typer.Option(help="omaha or holdem, with --board.", show_default=False)
    ] = None,
    board: Annotated[
        str | None, typer.Option(help="Three to five communal cards.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as one line of JSON.")] = False,
    batch: Annotated[
        bool, typer.Option("--batch", help="Read requests as JSON lines, answer each with one.")
    ] = False,
) -> None:
    """Compare hands: category, winning cards and winner.

    cardtable hand KsKhKdJcJs AdJd9d7d5d --deck 40

    Examples:

    cardtable hand KsKhKdJcJs AsKsQsJsTs

    cardtable hand --order tas AhAdAcKsQs KhKdKcAsQs
    """
    if batch:
        if hands:
            raise Problem(
                "--batch reads its hands from standard input",
                "Give hands as arguments or as JSON lines, not both",
                BAD_INPUT,
            )
        run_batch(sys.stdin.buffer, sys.stdout)
        return
    asked: dict[str, Any] = {
        "deck": deck,
        "joker_in_deck": joker,
        "order": order,
        "ace_low_allowed": ace_low,
        "mode": mode,
        "low_ace": low_ace,
        "qualifier": qualifier,
    }
    if not hands:
        raise Problem("no hands given", "Try: cardtable hand KsKhKdJcJs AdJd9d7d5d", BAD_INPUT)
    if game is None:
        asked["hands"] = hands
    else:
        asked["game"] = game
        asked["players"] = [{"hole": hole} for hole in hands]
    if board is not None:
        asked["board"] = board
    try:
        request = from_dict(asked)
    except RequestError as error:
        raise Problem(str(error), _hint(str(error)), BAD_INPUT) from error
    if as_json:
        print(json.dumps(answer(request)))
    else:
        show(request, Console())


def _hint(error: str) -> str:
    if "has no joker" in error:
        return "Add --joker when the deck has one"
    if "not in a deck of" in error:
        return "Choose the deck with --deck"
    return "See: cardtable hand --help"


def run_batch(requests: BinaryIO, answers: TextIO) -> None:
    """Answer each line as it comes; a bad line answers with its error and the rest go on."""
    for line in requests:
        try:
            told = answer(from_line(line))
        except RequestError as error:
            told = {"error": str(error)}
        answers.write(json.dumps(told) + "\n")
        answers.flush()


def show(request: Request, console: Console) -> None:
    """The comparison as a table, and the outcome in words."""
    high = highs(request) if request.mode != "low" else None
    low = lows(request) if request.mode != "high" else None
    table = Table()
    table.add_column("#", justify="right")
    table.add_column("hole" if request.game else "hand")
    for made, title in ((high, "high"), (low, "low")):
        if made is not None:
            table.add_column(title)
            table.add_column("cards")
            table.add_column("")
    for place, cards in enumerate(request.hands):
        row: list[str | Text] = [str(place + 1), coloured(cards_text(cards))]
        for made in (high, low):
            if made is not None:
                row += _cells(made[place], place in winners(made))
        table.add_row(*row)
    if request.board:
        console.print(Text("board ") + coloured(cards_text(request.board)))
    console.print(table)
    for made, title in ((high, "high"), (low, "low")):
        if made is not None:
            prefix = f"{title}: " if request.mode == "high-low" else ""
            console.print(prefix + outcome(made), highlight=False)


def _cells(made: Made | None, won: bool) -> list[str | Text]:
    if made is None:
        return ["does not qualify", "", ""]
    return [in_words(made.category), coloured(made.cards), "wins" if won else ""]


def outcome(made: list[Made | None]) -> str:
    """Who wins, in a sentence."""
    places = winners(made)
    if not places:
        return "nobody qualifies; the high hand takes all"
    best = made[places[0]]
    assert best is not None
    category = in_words(best.category)
    if len(places) == 1:
        return f"hand {places[0] + 1} wins with {category}"
    numbers = [str(place + 1) for place in places]
    return f"hands {', '.join(numbers[:-1])} and {numbers[-1]} share with {category}"


def in_words(category: str) -> str:
    """The category's name as the documents write it."""
    return category.replace("_", " ")


def coloured(cards: str) -> Text:
    """Cards apart from each other, hearts and diamonds in red."""
    text = Text()
    for at in range(0, len(cards), 2):
        card = cards[at : at + 2]
        text.append(" " if at else "")
        text.append(card, style="red" if card[1] in _RED_SUITS else "")
    return text
