"""`cardtable deck`: enrol, check, list, replace."""

from __future__ import annotations

import functools
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Annotated

import typer

from cardtable.rules.cards import CardError, card_text, parse_card
from host_tools import words
from host_tools.deck import work
from host_tools.deck.work import Progress
from host_tools.link.session import Session
from host_tools.options import PortOption
from host_tools.problems import BAD_INPUT, FAILED, INTERRUPTED, Problem

_PATIENCE_S = 120.0
_SIZES = (52, 48, 44, 40, 36, 32)

deck = typer.Typer(
    help="Decks: make one known to a table, check it, replace a card. Tags stay on the board.",
    no_args_is_help=True,
)
# Whoever listens at the other end of a pipe hears each line at once.
_say = functools.partial(print, flush=True)
Patience = Annotated[float, typer.Option(help="Give up after so many seconds without a card.")]


@deck.command("enrol")
def enrol(
    port: PortOption = "auto",
    cards: Annotated[int, typer.Option(help="Cards of the deck: 52, 48, 44, 40, 36, 32.")] = 52,
    joker: Annotated[bool, typer.Option("--joker", help="And a joker.")] = False,
    other: Annotated[bool, typer.Option("--other", help="The second deck of a shoe.")] = False,
    patience: Patience = _PATIENCE_S,
) -> None:
    """Make a deck known: hold each card over the shoe's reader when its name is called.

    Ctrl-C stops for a moment: take the last card back, go on, or give up. Nothing is changed
    before the last card is there.
    """
    if cards not in _SIZES:
        listed = ", ".join(str(n) for n in _SIZES)
        raise Problem(f"no deck has {cards} cards", f"Choose {listed}.", BAD_INPUT)
    with Session(port) as session, work.enrolling(session, cards, joker, other):
        enrol_all(session, _say, _asked, patience)
        work.keep(session)
        print(f"The deck of {cards + joker} cards is enrolled and in use.")


def enrol_all(
    session: Session,
    tell: Callable[[str], None],
    interrupted: Callable[[], str],
    patience_s: float,
    now: Callable[[], float] = time.monotonic,
) -> None:
    """Call card after card until the deck is complete; `interrupted` says undo, stop or nothing."""
    while True:
        try:
            for seen in work.changes(session, now, patience_s):
                tell(called(seen))
                if seen.due is None:
                    return
            raise Problem("no card has come for a while", "Begin again when you are ready.")
        except KeyboardInterrupt:
            wish = interrupted()
            if wish == "stop":
                raise
            if wish == "undo":
                back = work.undo(session)
                tell(f"{words.card(back)} is taken back." if back else "There is nothing to undo.")


def called(seen: Progress) -> str:
    """One line: what became of the last card, and which is next."""
    said = ""
    if seen.what == "taken" and seen.card and seen.card != seen.due:  # due again: taken back
        said = f"{words.card(seen.card)} taken. "
    elif seen.what == "duplicate" and seen.card:
        said = f"This tag is {words.card(seen.card)} already. "
    elif seen.what == "once" and seen.due:
        return f"{seen.done}/{seen.of} Leave {words.card(seen.due)} there."
    if seen.due is None:
        return f"{seen.done}/{seen.of} {said}That was the last one."
    return f"{seen.done}/{seen.of} {said}Hold {words.card(seen.due)} ({seen.due}) over the shoe."


def _asked() -> str:
    """What somebody wants who pressed Ctrl-C."""
    if not sys.stdin.isatty():
        return "stop"
    answer = typer.prompt("u: undo the last card, s: stop, Enter: go on", default="", err=True)
    return {"u": "undo", "s": "stop"}.get(answer.strip().lower()[:1], "")


@deck.command("check")
def check(
    port: PortOption = "auto",
    why: Annotated[str, typer.Option(help="before or after gaming, or count.")] = "count",
    as_json: Annotated[bool, typer.Option("--json", help="The outcome as JSON.")] = False,
    patience: Patience = 15.0,
) -> None:
    """Check a deck: pass every card over the shoe's reader, in any order (NI2005-66 r 2.4, 2.6).

    Ends by itself when every card came, or when none has come for a while. Recorded on the board.
    Ends with 1 when the deck is not complete, or holds what does not belong.
    """
    if why not in ("before", "after", "count"):
        raise Problem(f"--why {why} is not known", "Choose before, after or count.", BAD_INPUT)
    say = functools.partial(_say, file=sys.stderr) if as_json else _say
    last = Progress()
    with Session(port) as session, work.checking(session, why):
        say("Pass every card over the shoe, one by one.")
        try:
            for seen in work.changes(session, time.monotonic, patience):
                if seen.what:
                    say(passed(seen))
                last = seen
                if seen.done == seen.of and seen.of:
                    break
        except KeyboardInterrupt:
            say("Stopped.")
    whole = last.done == last.of and not (last.strangers or last.others or last.twice)
    if as_json:
        print(json.dumps(outcome(last, whole)))
    else:
        for line in verdict(last, whole):
            print(line)
    if not whole:
        raise typer.Exit(FAILED)


def passed(seen: Progress) -> str:
    card = words.card(seen.card) if seen.card else ""
    said = {
        "counted": card,
        "card_seen_twice": f"{card} came a second time: two cards have one identity",
        "foreign_card": "a card that is not of this deck",
        "other_deck": f"{card} of the other deck",
    }
    return f"{seen.done}/{seen.of} {said.get(seen.what, seen.what)}"


def outcome(seen: Progress, whole: bool) -> dict:
    return {
        "whole": whole,
        "of": seen.of,
        "passed": seen.count,
        "missing": seen.missing,
        "twice": seen.twice,
        "foreign": seen.strangers,
        "of_other_deck": seen.others,
    }


def verdict(seen: Progress, whole: bool) -> list[str]:
    if whole:
        return [f"The deck is complete: {seen.of} cards."]
    lines = []
    if seen.missing:
        lines.append(f"Missing: {words.cards(seen.missing)}.")
    if seen.twice:
        lines.append(f"Came twice: {words.cards(seen.twice)}. Call the supervisor.")
    if seen.strangers:
        lines.append(f"{seen.strangers} foreign: take what is not of this deck away.")
    if seen.others:
        lines.append(f"{seen.others} of the other deck.")
    return lines


@deck.command("list")
def list_cards(
    port: PortOption = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Say which cards are enrolled."""
    found: dict[str, list[str]] = {"deck": [], "other": []}
    with Session(port) as session:
        for name, cards in session.talk.ask("deck"):
            found[name] += cards
    for cards in found.values():
        cards.sort(key=parse_card)
    if as_json:
        print(json.dumps(found))
        return
    if not found["deck"]:
        raise Problem("no deck is enrolled", "Run cardtable deck enrol.")
    for name, title in (("deck", "The deck"), ("other", "The second deck")):
        if found[name]:
            print(f"{title}: {len(found[name])} cards")
            suits = Counter(card[-1] for card in found[name])
            for suit in "cdhs":
                if suits[suit]:
                    print("  " + words.cards([one for one in found[name] if one[-1] == suit]))
            if "Jk" in found[name]:
                print("  Joker")


@deck.command("replace")
def replace(
    card: Annotated[str, typer.Argument(help="Which card: As, Td, Jk.")],
    port: PortOption = "auto",
    yes: Annotated[
        bool, typer.Option("--yes", help="Dealer and supervisor have looked at the new card.")
    ] = False,
    patience: Patience = _PATIENCE_S,
) -> None:
    """Replace one card of the deck by a new one; dealer and supervisor look at it (r 2.5)."""
    try:
        name = card_text(parse_card(card))
    except CardError as error:
        raise Problem(str(error), "Write it as As, Td or Jk.", BAD_INPUT) from error
    with Session(port) as session, work.replacing(session, name):
        _say(f"Hold the new {words.card(name)} over the shoe.")
        for seen in work.changes(session, time.monotonic, patience):
            if seen.what == "duplicate" and seen.card:
                _say(f"This tag is {words.card(seen.card)} already: take another card.")
            elif seen.what == "once":
                _say("Leave it there.")
            elif seen.what == "taken":
                break
        else:
            raise Problem("no new card has come for a while", "Nothing was changed.")
        question = f"Have dealer and supervisor both looked: is it {words.card(name)}?"
        if not yes and not typer.confirm(question, err=True):
            raise typer.Exit(INTERRUPTED)
        if not work.accept(session):
            raise Problem("the board did not accept the card", "Hold it over the shoe again.")
    print(f"{words.card(name)} is replaced; the old card counts no longer.")
