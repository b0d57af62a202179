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
from host_tools import wording
from host_tools.cli.options import PortOption
from host_tools.common.problems import BAD_INPUT, FAILED, INTERRUPTED, Problem
from host_tools.deck import work
from host_tools.deck.work import Progress
from host_tools.link.session import Session
from host_tools.wording.tags import NO_TAG, NO_TAG_NEXT

_PATIENCE_S = 120.0
_SIZES = (52, 48, 44, 40, 36, 32)

deck = typer.Typer(
    help="Decks: make one known to a table, check it, replace a card. Tags stay on the board.",
    no_args_is_help=True,
)
INTERRUPTED_PROMPT = (
    "u: undo the last card (take the card away first), s: stop, Enter: go on"  # else it comes again
)
# Whoever listens at the other end of a pipe hears each line at once.
_say = functools.partial(print, flush=True)
_YES = "Do it all the same: another deck than the table plays with, in place of other work."
Patience = Annotated[float, typer.Option(help="Give up after so many seconds without a card.")]


@deck.command("enrol")
def enrol(
    port: PortOption = "auto",
    cards: Annotated[
        int | None, typer.Option(help="52, 48, 44, 40, 36 or 32; else what the table plays with.")
    ] = None,
    joker: Annotated[
        bool | None, typer.Option("--joker/--no-joker", help="And a joker; else as the table.")
    ] = None,
    other: Annotated[bool, typer.Option("--other", help="The second deck of a shoe.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help=_YES)] = False,
    patience: Patience = _PATIENCE_S,
) -> None:
    """Make a deck known: hold each card over the shoe's reader when its name is called.

    Technician's PIN. Ctrl-C stops for a moment: take the last card back, go on, or give up. Nothing
    is changed before the last card is there.

    Example:

    cardtable deck enrol
    """
    if cards is not None and cards not in _SIZES:
        listed = ", ".join(str(n) for n in _SIZES)
        raise Problem(f"no deck has {cards} cards", f"Choose {listed}.", BAD_INPUT)
    with Session(port) as session:
        cards, joker = _that_fits(session, cards, joker, yes)
        go_on = _may_begin(session, yes, (cards + joker, "other" if other else "deck"))
        with work.enrolling(session, cards, joker, other, go_on):
            enrol_all(session, _say, _asked, patience)
            work.keep(session)
    named = "known as the second deck of this table" if other else "enrolled and in use"
    print(f"The deck of {cards + joker} cards is {named}.")


def _that_fits(
    session: Session, cards: int | None, joker: bool | None, yes: bool
) -> tuple[int, bool]:
    """The deck that is meant; of another one than the table plays with somebody must be sure."""
    values = session.asked("config")
    wanted = values["deck"], bool(values["joker"])
    meant = wanted[0] if cards is None else cards, wanted[1] if joker is None else joker
    if meant != wanted:
        text = f"this table plays with {_deck_of(*wanted)}, not with {_deck_of(*meant)}"
        _sure(text, "Enrol it all the same?", yes)
    return meant


def _deck_of(cards: int, joker: bool) -> str:
    return f"{cards} cards and a joker" if joker else f"{cards} cards"


def _may_begin(session: Session, yes: bool, enrolment: tuple[int, str] | None = None) -> bool:
    """Whether to go on with what is under way; it is replaced only by somebody who says so."""
    there = work.under_way(session)
    if there is None:
        return False
    text = f"{there.words}, is under way at this board"
    same = enrolment is not None and there.enrolment == enrolment
    question = f"{text[0].upper()}{text[1:]}. Go on with it?"
    if same and not yes and sys.stdin.isatty() and typer.confirm(question, default=True, err=True):
        return True
    _sure(text, "End it, and begin this?", yes)
    return False


def _sure(text: str, question: str, yes: bool) -> None:
    """A Problem unless somebody is sure."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise Problem(text, "--yes does it all the same.")
    if not typer.confirm(f"{text[0].upper()}{text[1:]}. {question}", err=True):
        raise typer.Exit(INTERRUPTED)


def enrol_all(
    session: Session,
    tell: Callable[[str], None],
    interrupted: Callable[[], str],
    patience_s: float,
    now: Callable[[], float] = time.monotonic,
) -> None:
    """Call card after card until the deck is complete; `interrupted` says undo, stop or nothing."""
    where = work.place_of_cards(session)
    seen = Progress()
    while True:
        try:
            for seen in work.changes(session, now, patience_s, tell):
                tell(called(seen, where))
                if seen.due is None:
                    return
            if work.nothing_yet(seen):
                raise Problem(NO_TAG, NO_TAG_NEXT)
            raise Problem("no card has come for a while", "Begin again when you are ready.")
        except KeyboardInterrupt:
            wish = interrupted()
            if wish == "stop":
                raise
            if wish == "undo":
                back = work.undo(session)
                tell(taken_back(back))


def taken_back(card: str | None) -> str:
    return f"{wording.card(card)} is taken back." if card else "There is nothing to undo."


def called(seen: Progress, where: str = "the shoe") -> str:
    """One line: what became of the last card, and which is next."""
    said = ""
    if seen.what == "taken" and seen.card and seen.card != seen.due:  # due again: taken back
        said = f"{wording.card(seen.card)} taken. "
    elif seen.what == "duplicate" and seen.card:
        said = f"This tag is {wording.card(seen.card)} already. "
    elif seen.what == "other_deck" and seen.card:
        said = f"This tag is {wording.card(seen.card)} already, in the other deck. "
    elif seen.what == "once" and seen.due:
        return f"{seen.done}/{seen.of} Leave {wording.card(seen.due)} there."
    if seen.due is None:
        return f"{seen.done}/{seen.of} {said}That was the last one."
    return f"{seen.done}/{seen.of} {said}Hold {wording.card(seen.due)} ({seen.due}) over {where}."


def _asked() -> str:
    """What somebody wants who pressed Ctrl-C."""
    if not sys.stdin.isatty():
        return "stop"
    answer = typer.prompt(INTERRUPTED_PROMPT, default="", err=True)
    return {"u": "undo", "s": "stop"}.get(answer.strip().lower()[:1], "")


@deck.command("check")
def check(
    port: PortOption = "auto",
    why: Annotated[str, typer.Option(help="before or after gaming, or count.")] = "count",
    as_json: Annotated[bool, typer.Option("--json", help="The outcome as JSON.")] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="In place of other work at the board.")
    ] = False,
    patience: Patience = 15.0,
) -> None:
    """Check a deck: pass every card over the shoe's reader, in any order (NI2005-66 r 2.4, 2.6).

    Dealer's or supervisor's PIN. Of two decks the first card says which is checked.
    Ends by itself when every card came and nothing behind them, or when none has come for a while.
    Recorded on the board.
    Ends with 1 when the deck is not complete, or holds what does not belong.

    Example:

    cardtable deck check
    """
    if why not in ("before", "after", "count"):
        raise Problem(f"--why {why} is not known", "Choose before, after or count.", BAD_INPUT)
    say = functools.partial(_say, file=sys.stderr) if as_json else _say
    with Session(port) as session:
        if work.shoe_is_silent(session):
            raise Problem(work.SILENT, "Check its plug; cardtable doctor says more.")
        _may_begin(session, yes)
        last = pass_all(session, why, patience, say)
    whole = last.done == last.of and not (last.strangers or last.others or last.twice)
    if as_json:
        print(json.dumps(outcome(last, whole)))
    else:
        for line in verdict(last, whole):
            print(line)
    if not whole:
        raise typer.Exit(FAILED)


def pass_all(session: Session, why: str, patience: float, say: Callable[[str], None]) -> Progress:
    """How it stood when no card came any more."""
    last = Progress()
    with work.checking(session, why):
        say(f"Pass every card over {work.place_of_cards(session)}, one by one.")
        try:
            for seen in work.changes(session, time.monotonic, patience, say):
                if seen.what:
                    say(passed(seen))
                if seen.all_came and not last.all_came:
                    say("All came; pass whatever is left.")
                last = seen
        except KeyboardInterrupt:
            rest = "" if last.all_came else " It is recorded as it stands: incomplete."
            say(f"Stopped.{rest}")
    return last


def passed(seen: Progress) -> str:
    card = wording.card(seen.card) if seen.card else ""
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
        "deck": seen.deck,
        "of": seen.of,
        "passed": seen.count,
        "missing": seen.missing,
        "twice": seen.twice,
        "foreign": seen.strangers,
        "of_other_deck": seen.others,
    }


def verdict(seen: Progress, whole: bool) -> list[str]:
    deck = "second deck" if seen.deck == "other" else "deck"
    if whole:
        return [f"The {deck} is complete: {seen.of} cards."]
    lines = [f"The {deck} is not as it should be: {seen.done} of {seen.of} cards came."]
    if seen.missing:
        lines.append(f"Missing: {wording.cards(seen.missing)}.")
    if seen.twice:
        lines.append(f"Came twice: {wording.cards(seen.twice)}. Call the supervisor.")
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
    """Say which cards are enrolled.

    Example:

    cardtable deck list
    """
    with Session(port) as session:
        found = enrolled(session)
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
                    print("  " + wording.cards([one for one in found[name] if one[-1] == suit]))
            if "Jk" in found[name]:
                print("  Joker")


def enrolled(session: Session) -> dict[str, list[str]]:
    """The cards of both decks."""
    found: dict[str, list[str]] = {"deck": [], "other": []}
    for name, cards in session.talk.ask("deck"):
        found[name] += cards
    return found


@deck.command("replace")
def replace(
    card: Annotated[str, typer.Argument(help="Which card: As, Td, Jk.")],
    port: PortOption = "auto",
    other: Annotated[bool, typer.Option("--other", help="A card of the second deck.")] = False,
    yes: Annotated[
        bool,
        typer.Option("--yes", help="Dealer and supervisor have looked; in place of other work."),
    ] = False,
    patience: Patience = _PATIENCE_S,
) -> None:
    """Replace one card of the deck by a new one; dealer and supervisor look at it (r 2.5).

    Supervisor's PIN.

    Example:

    cardtable deck replace As
    """
    try:
        name = card_text(parse_card(card))
    except CardError as error:
        raise Problem(str(error), "Write it as As, Td or Jk.", BAD_INPUT) from error
    deck_name = "the second deck" if other else "the deck"
    with Session(port) as session:
        if name not in enrolled(session)["other" if other else "deck"]:
            hint = "cardtable deck list says what it has; cardtable deck enrol makes another known."
            raise Problem(f"{wording.card(name)} is no card of {deck_name}", hint, BAD_INPUT)
        _may_begin(session, yes)
        _replace(session, name, other, yes, patience)
    print(f"{wording.card(name)} of {deck_name} is replaced; the old card counts no longer.")


def _replace(session: Session, name: str, other: bool, yes: bool, patience: float) -> None:
    with work.replacing(session, name, other):
        _say(f"Hold the new {wording.card(name)} over the shoe.")
        for seen in work.changes(session, time.monotonic, patience, _say):
            if seen.what in ("duplicate", "other_deck") and seen.card:
                where = ", in the other deck" if seen.what == "other_deck" else ""
                _say(f"This tag is {wording.card(seen.card)} already{where}: take another card.")
            elif seen.what == "once":
                _say("Leave it there.")
            elif seen.what == "taken":
                break
        else:
            raise Problem("no new card has come for a while", "Nothing was changed.")
        question = f"Have dealer and supervisor both looked: is it {wording.card(name)}?"
        if not yes and not typer.confirm(question, err=True):
            raise typer.Exit(INTERRUPTED)
        if not work.accept(session):
            raise Problem("the board did not accept the card", "Hold it over the shoe again.")
