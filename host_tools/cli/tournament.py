"""`cardtable tournament`: the director's verbs, thin; host_tools.tournament judges and keeps."""

from __future__ import annotations

import getpass
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from cardtable.rules.round import Refused
from host_tools.cli import tournament_tables
from host_tools.cli.options import JsonOption, LedgerOption, ledger_path
from host_tools.common.problems import BAD_INPUT, FAILED, NOT_WHOLE, Problem, remark, unreadable
from host_tools.common.untrusted_files import text_of
from host_tools.directing.actions import read_tables
from host_tools.ledger.ledger import Ledger
from host_tools.scenarios.amounts import Unreadable, cents
from host_tools.tournament import director as desk
from host_tools.tournament.checked import checked_ballots
from host_tools.tournament.conditions import BadConditions, Conditions, parse
from host_tools.tournament.director import Director
from host_tools.tournament.follow import follow as follow_tables
from host_tools.tournament.journal import Journal
from host_tools.tournament.refusals import problem
from host_tools.tournament.shown import as_data, as_lines, prize_lines
from host_tools.wording import money

tournament = typer.Typer(
    help="Run a tournament: conditions, entries, ballots, sessions, places, prizes.",
    no_args_is_help=True,
)
_POLL_S = 2.0

FolderOption = Annotated[
    Path,
    typer.Option(
        "--folder",
        envvar="CARDTABLE_TOURNAMENT",
        help="The tournament's folder: its journal, and the secret of its ballots.",
    ),
]
WhoOption = Annotated[
    str | None,
    typer.Option(help="Who decides this; else the user of this computer.", show_default=False),
]
NumberArgument = Annotated[int, typer.Argument(help="The entrant's number.")]
TablesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--table",
        help="A table and its boxes, t1=1-9 or t1=1,2,5; else those of the last ballot.",
        show_default=False,
    ),
]
_HERE = Path("tournament")


@contextmanager
def _told() -> Iterator[None]:
    """Refusals in words, with the rule."""
    try:
        yield
    except Refused as refusal:
        raise problem(refusal) from None


@contextmanager
def _open(folder: Path, who: str | None) -> Iterator[Director]:
    made = desk.reopened(folder, who or _user())
    if made.journal.dropped:
        remark("the journal's last line was never finished (a power cut?): it does not count.")
    with _told():
        yield made


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "director"


def _conditions(file: Path) -> tuple[str, Conditions]:
    try:
        text = text_of(file)
    except OSError as failure:
        raise unreadable(file, failure) from failure
    except UnicodeDecodeError as failure:
        raise Problem(f"{file} is not text in UTF-8", "Save it as UTF-8.", BAD_INPUT) from failure
    try:
        return text, parse(text, str(file))
    except BadConditions as bad:
        bad.tell()
        raise typer.Exit(BAD_INPUT) from None


def _tables(given: list[str] | None, known: dict[str, list[int]]) -> dict[str, list[int]]:
    if not given:
        if not known:
            raise Problem("no tables are named", "Say which: --table t1=1-9", BAD_INPUT)
        return known
    return read_tables(given)


def _amounts(given: list[str]) -> dict[int, int]:
    found: dict[int, int] = {}
    for one in given:
        box, equals, amount = one.partition("=")
        if not equals or not box.isdecimal() or int(box) in found:
            raise Problem(f"{one} is no box with its chips", "Write 3=1250 for box 3.", BAD_INPUT)
        found[int(box)] = _cents(amount)
    return found


def _cents(amount: str) -> int:
    try:
        return cents(amount)
    except Unreadable as why:
        raise Problem(str(why), "Write dollars.", BAD_INPUT) from None


# ---- before it begins


@tournament.command()
def check(file: Annotated[Path, typer.Argument(help="The approved conditions, TOML.")]) -> None:
    """Check conditions against the game's document, every level included.

    Example:

    cardtable tournament check docs/tournament.toml
    """
    _, made = _conditions(file)
    print(f"{file}: {made.name}, {made.game} ({made.rules.document}).")
    for one in made.departures:
        print(f"Departs from {one.rule}: {one.text}")


@tournament.command("open")
def open_one(
    file: Annotated[Path, typer.Argument(help="The approved conditions, TOML.")],
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Open a tournament in a folder of its own, and publish the promise of its ballots.

    Hang the promise up: with it anybody can check every ballot (cardtable tournament ballot).

    Example:

    cardtable tournament open docs/tournament.toml --folder thursday
    """
    text, made = _conditions(file)
    opened = desk.opened(folder, text, who or _user())
    print(f"{made.name} is open in {folder}. It starts {made.starts:%Y-%m-%d %H:%M}.")
    if made.entry.restricted_to:
        print(f"Open to: {made.entry.restricted_to}")
    print(f"Publish this before the first ballot: {opened.state.published}")


@tournament.command()
def enter(
    name: Annotated[str, typer.Argument(help="The player's name.")],
    reserve: Annotated[
        bool, typer.Option("--reserve", help="Waits for a seat; pays when there is one.")
    ] = False,
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Enter a player who has paid, or a reserve player. One entry each (17.6, 20.6).

    Example:

    cardtable tournament enter "Ada Lovelace" --folder thursday
    """
    with _open(folder, who) as made:
        one = made.enter(name, reserve)
        print(f"{one.number} {one.name}{' (reserve)' if reserve else ''}")
        if wanted := made.conditions.entry.restricted_to:
            remark(f"only for: {wanted} ({made.rules.cite('approved')})")


@tournament.command()
def draw(tables: TablesOption = None, folder: FolderOption = _HERE, who: WhoOption = None) -> None:
    """Draw the ballot for the next session: a table and a seat for everybody (17.7, 20.7).

    Example:

    cardtable tournament draw --table t1=1-9 --table t2=1-9 --folder thursday
    """
    with _open(folder, who) as made:
        drawn = made.draw_seats(_tables(tables, made.state.tables_open))
        for number, seat in sorted(drawn.items(), key=lambda one: one[1]):
            print(f"{seat}: {number} {made.state.entrants[number].name}")
        print(f"Disclosed with this ballot: {made.state.published}")


@tournament.command()
def seat(number: NumberArgument, folder: FolderOption = _HERE, who: WhoOption = None) -> None:
    """Note that a player has taken the allocated seat.

    Example:

    cardtable tournament seat 7 --folder thursday
    """
    with _open(folder, who) as made:
        made.seat(number)
        print(f"{made.state.entrants[number].name} sits at {made.state.entrants[number].seat}.")


@tournament.command()
def absent(number: NumberArgument, folder: FolderOption = _HERE, who: WhoOption = None) -> None:
    """Note that a player is not at the table: blinds and antes are paid, the cards folded (20.11).

    Example:

    cardtable tournament absent 7 --folder thursday
    """
    with _open(folder, who) as made:
        made.absent(number)
        print(f"{made.state.entrants[number].name} is not at the table.")


@tournament.command()
def replace(
    number: NumberArgument,
    reserve: Annotated[int, typer.Argument(help="The reserve player's number.")],
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Give the seat of a player who has not come to a reserve player (17.10, 20.10).

    Example:

    cardtable tournament replace 7 21 --folder thursday
    """
    with _open(folder, who) as made:
        made.replace(number, reserve)
        new, old = made.state.entrants[reserve], made.state.entrants[number]
        back = "goes back" if made.rules.replaced_fee_returns else "stays in the pool"
        print(f"{new.name} plays at {new.seat}; the fee of {old.name} {back}.")


@tournament.command()
def substitute(
    number: NumberArgument,
    name: Annotated[str, typer.Argument(help="Who plays on in this place.")],
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Let somebody else play on for an entrant (17.11, 20.12).

    Example:

    cardtable tournament substitute 7 "Grace Hopper" --folder thursday
    """
    with _open(folder, who) as made:
        made.substitute(number, name)
        print(f"{number} is now {made.state.entrants[number].name}.")


# ---- a session


@tournament.command()
def begin(
    forfeit: Annotated[
        list[int] | None,
        typer.Option(help="Who is deemed to have forfeited (20.9).", show_default=False),
    ] = None,
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Begin the session that was drawn. Under 17.9 who is not seated has forfeited; under 20.9
    the director says who.

    Example:

    cardtable tournament begin --forfeit 7 --folder thursday
    """
    with _open(folder, who) as made:
        gone = made.begin_session(forfeit or ())
        session = made.conditions.sessions[made.state.session].name
        print(f"{session} has begun with {len(made.state.in_play)} players.")
        for number in gone:
            print(f"Forfeited: {number} {made.state.entrants[number].name}")


@tournament.command("round")
def round_played(
    table: Annotated[str, typer.Argument(help="The table.")],
    number: Annotated[int, typer.Argument(help="The round, as the table counts them.")],
    chips: Annotated[list[str], typer.Argument(help="What each box holds now: 1=950 2=1050 …")],
    put: Annotated[
        list[str] | None,
        typer.Option(help="What a box put into the pots, 3=400 (20.19).", show_default=False),
    ] = None,
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Tell a round by hand, where no records come from the table (see: follow).

    Example:

    cardtable tournament round t1 12 1=950 2=2050 3=0 --put 3=1000 --folder thursday
    """
    with _open(folder, who) as made:
        out = made.round_played(table, number, _amounts(chips), _amounts(put or []))
        for one in out:
            print(f"Out: {one} {made.state.entrants[one].name}")


@tournament.command()
def correct(
    number: NumberArgument,
    chips: Annotated[str, typer.Argument(help="What the player really holds.")],
    why: Annotated[str, typer.Option(help="The reason; it is recorded.")],
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Set a player's chips right, with a record of who, when and why.

    Example:

    cardtable tournament correct 7 1250 --why "a chip was under the rail" --folder thursday
    """
    with _open(folder, who) as made:
        before = made.state.entrants[number].chips if number in made.state.entrants else 0
        made.correct(number, _cents(chips), why)
        one = made.state.entrants[number]
        print(f"{one.name}: {money(before)} is now {money(one.chips)}.")


@tournament.command()
def back(
    number: NumberArgument,
    chips: Annotated[str, typer.Argument(help="What the player really holds.")],
    why: Annotated[str, typer.Option(help="The reason; it is recorded.")],
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Bring somebody back who is out by a mistake: the same seat, with a record.

    Example:

    cardtable tournament back 7 1250 --why "the row above was meant" --folder thursday
    """
    with _open(folder, who) as made:
        made.bring_back(number, _cents(chips), why)
        one = made.state.entrants[number]
        print(f"{one.name} plays on at {one.seat} with {money(one.chips)}.")


@tournament.command()
def leaves(
    number: NumberArgument,
    why: Annotated[str, typer.Option(help="The reason; it is recorded.")],
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Let a player go for good, chips and all, once the round is over: somebody who cannot go on
    (B16.4), or has to go.

    Example:

    cardtable tournament leaves 7 --why "taken ill" --folder thursday
    """
    with _open(folder, who) as made:
        made.leaves(number, why)
        print(f"{made.state.entrants[number].name} leaves when the round is over.")


@tournament.command()
def level(
    back: Annotated[bool, typer.Option("--back", help="To the one before; say why.")] = False,
    why: Annotated[str, typer.Option(help="Why it goes back; it is recorded.")] = "",
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Go to the next level now, or back to the one before.

    Example:

    cardtable tournament level --folder thursday
    """
    with _open(folder, who) as made:
        now = made.level_before(why) if back else made.next_level()
        limits = made.conditions.levels[now].limits
        print(f"Level {now + 1}: {', '.join(f'{k} {_plain(v)}' for k, v in limits.items())}")


def _plain(value: object) -> str:
    return "/".join(map(str, value)) if isinstance(value, list) else str(value)


@tournament.command()
def pause(
    minutes: Annotated[
        int | None, typer.Option(min=1, help="For so long; else until resume.", show_default=False)
    ] = None,
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Stop the clock for a break of so many minutes (17.19, 20.15), or until `resume`.

    Example:

    cardtable tournament pause --minutes 10 --folder thursday
    """
    with _open(folder, who) as made:
        made.pause(minutes)
        print("The clock stands.")


@tournament.command()
def resume(folder: FolderOption = _HERE, who: WhoOption = None) -> None:
    """Let the clock run again.

    Example:

    cardtable tournament resume --folder thursday
    """
    with _open(folder, who) as made:
        made.resume()
        print("The clock runs.")


@tournament.command()
def balance(
    tables: TablesOption = None, folder: FolderOption = _HERE, who: WhoOption = None
) -> None:
    """Even out the tables and break those that can be spared; during a session only under
    conditions that depart from 17.7 or 20.7.

    Example:

    cardtable tournament balance --folder thursday
    """
    with _open(folder, who) as made:
        moves = made.balance(_tables(tables, made.state.tables_open))
        for number, to in moves:
            print(f"{number} {made.state.entrants[number].name} goes to {to}.")
        if not moves:
            print("Nobody has to move.")


@tournament.command()
def end(
    early: Annotated[
        bool, typer.Option("--early", help="Although the conditions' end is not reached.")
    ] = False,
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """End the session: who goes on, or the places and prizes after the last one.

    Ends with 1 when equal chips have to be played off first (17.23).

    Example:

    cardtable tournament end --folder thursday
    """
    with _open(folder, who) as made:
        if made.state.playing and not (early or made.session_is_over()):
            raise Problem(
                "the session is not over by its conditions",
                "If it has to end all the same: cardtable tournament end --early",
                BAD_INPUT,
            )
        equal = made.end_session()
        names = made.state.entrants
        for group in equal:
            print(f"Equal chips: {', '.join(f'{n} {names[n].name}' for n in group)}")
        if equal:
            text = f"they play extra rounds first ({made.rules.cite('equal_chips')})"
            raise Problem(text, "Then: cardtable tournament end", FAILED)
        if made.state.outcome:
            print("\n".join(prize_lines(made.state)))
        else:
            print(f"{len(made.state.in_play)} players go on.")


@tournament.command()
def cancel(
    why: Annotated[str, typer.Option(help="The reason; it is recorded.")],
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Cancel the tournament: everything that was paid goes back (17.26, 20.21).

    Example:

    cardtable tournament cancel --why "fire alarm" --folder thursday
    """
    with _open(folder, who) as made:
        print(f"Cancelled. To be returned: {money(made.cancel(why))}")


# ---- from the tables' records


@tournament.command()
def follow(
    ledger: LedgerOption = None,
    once: Annotated[bool, typer.Option("--once", help="What is there now, and no more.")] = False,
    folder: FolderOption = _HERE,
    who: WhoOption = None,
) -> None:
    """Take finished rounds out of the tables' records: chips, eliminations, levels.

    Each round counts once, however often this runs. Ends with 1 (--once) when a round waits for
    the director's correction.

    Example:

    cardtable tournament follow --ledger ledger.db --once --folder thursday
    """
    said: set[str] = set()
    while True:
        with _open(folder, who) as made, Ledger(ledger_path(ledger)) as opened:
            report = follow_tables(made, opened)
        for line in report.news:
            print(line, flush=True)
        for line in report.troubles:
            if line not in said:
                remark(line)
        said = set(report.troubles)
        if once or made.state.outcome:
            raise typer.Exit(FAILED if report.waits else 0)
        time.sleep(_POLL_S)


tournament.command("run")(tournament_tables.run)
tournament.command("serve")(tournament_tables.serve)


# ---- looking


@tournament.command()
def show(folder: FolderOption = _HERE, as_json: JsonOption = False) -> None:
    """Show where the tournament stands: session, level, tables, chips, who is out.

    Example:

    cardtable tournament show --folder thursday
    """
    with _open(folder, None) as made:
        if as_json:
            print(json.dumps(as_data(made.state, desk.now_ms())))
        else:
            print("\n".join(as_lines(made.state, desk.now_ms())))


@tournament.command("ballot")
def check_ballots(folder: FolderOption = _HERE) -> None:
    """Draw every ballot again from what was published, and compare. Needs no secret.

    Ends with 4 when a ballot is not what was promised.

    Example:

    cardtable tournament ballot --folder thursday
    """
    journal = Journal(folder / "journal.jsonl")
    if not journal.events:
        raise Problem(f"there is no tournament in {folder}", "Name its --folder.", BAD_INPUT)
    wrong = 0
    print(f"Promised: {journal.events[0]['published']}")
    for one in checked_ballots(journal.events):
        wrong += bool(one.wrong)
        print(f"{one.disclosed} session {one.session + 1}: {one.wrong or 'as promised'}")
    if wrong:
        raise Problem("a ballot is not what was promised", "Keep the journal.", NOT_WHOLE)


@tournament.command()
def prizes(folder: FolderOption = _HERE, as_json: JsonOption = False) -> None:
    """Show places and prizes, the pool and the commission (17.22, 17.25, 20.18, 20.20).

    Example:

    cardtable tournament prizes --folder thursday
    """
    with _open(folder, None) as made:
        if as_json:
            print(json.dumps(as_data(made.state, desk.now_ms())["prizes"]))
        else:
            print("\n".join(prize_lines(made.state)))
