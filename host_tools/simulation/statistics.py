"""`cardtable sim --fast`: rounds without a screen, as fast as they go, and what came of them.

Whole tables are played: main.py on emulated hardware, people at the keys, records at the end of
the cable. What is counted here is counted from those records alone.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cardtable.records import body, decode
from host_tools import wording
from host_tools.wording import money

_CHUNK = 50  # rounds of one process at a time: often enough for a progress bar

# What a player loses of an ante, who bets with ace and king or better and folds the rest, by
# counting every deal (tests/property/canberra/exact.py). House players act on a whim now and then.
CANBERRA_EDGE = 0.0566


@dataclass
class Figures:
    """What some rounds of one game came to, in cents where it is money."""

    rounds: int = 0
    records: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    irregular: Counter[tuple[str, str]] = field(default_factory=Counter)  # (rule, what)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)  # (rule, code)
    money: Counter[str] = field(default_factory=Counter)
    wagers: list[int] = field(default_factory=lambda: [0, 0, 0])  # antes, won, won squared

    def add(self, other: Figures) -> None:
        self.rounds += other.rounds
        self.records += other.records
        self.outcomes += other.outcomes
        self.irregular += other.irregular
        self.refused += other.refused
        for name, cents in other.money.items():
            self.money[name] += cents
        self.wagers = [a + b for a, b in zip(self.wagers, other.wagers, strict=True)]

    # ---- counted from records

    def take(self, record: tuple) -> None:
        """One fact."""
        self.records += 1
        count: Callable[..., None] | None = getattr(self, f"_{record[0]}", None)
        if count is not None:
            count(*record[1:])

    def _end(self, outcome: str, rule: str | None) -> None:
        self.rounds += 1
        self.outcomes[outcome] += 1

    def _irregular(self, rule: str, what: str, place: int | None) -> None:
        self.irregular[rule, what] += 1

    def _refused(self, given: list, code: str, rule: str) -> None:
        self.refused[rule, code] += 1

    def _ante(self, seat: int, cents: int) -> None:
        self._antes = getattr(self, "_antes", {})
        self._antes[seat] = cents

    def _settle(self, seat: int, ante: int, bet: int, result: str, rule: str) -> None:
        placed = getattr(self, "_antes", {}).pop(seat, 0)
        if placed:
            won = ante + bet
            self.money["antes"] += placed
            self.money["players won"] += won
            share = won * 1000 // placed  # thousandths of the ante, to weigh every wager alike
            self.wagers = [
                self.wagers[0] + 1,
                self.wagers[1] + share,
                self.wagers[2] + share * share,
            ]

    def _jackpot(self, seat: int, cents: int) -> None:
        self.money["jackpot wagers"] += cents

    def _jackpot_paid(self, seat: int, prize: str, cents: int, *_: int) -> None:
        self.money["prizes"] += cents

    _jackpot_hit = _jackpot_paid

    def _join(self, seat: int, cents: int, *_: object) -> None:
        self.money["bought"] += cents

    def _buy(self, seat: int, cents: int) -> None:
        self.money["bought"] += cents

    def _leave(self, seat: int, cents: int) -> None:
        self.money["taken away"] += cents

    def _win(self, pot: int, seat: int, cents: int, part: str) -> None:
        self.money["won"] += cents

    def _commission(self, pot: int, cents: int, rule: str) -> None:
        self.money["commission"] += cents

    def _round(self, number: int, game: str, fingerprint: str, marker: int | None, stacks: list):
        self._stacks = sum(entry[1] for entry in stacks)

    def close(self) -> None:
        """No more records come: what is still in front of the players is counted."""
        self.money["in play"] += getattr(self, "_stacks", 0)

    # ---- what follows

    @property
    def missing(self) -> int:
        """Chips that came and cannot be found: 0, or something is wrong."""
        there = self.money["in play"] + self.money["taken away"] + self.money["commission"]
        return self.money["bought"] - there

    def edge(self) -> tuple[float, float]:
        """(the bank's share of an ante, one standard error of it)."""
        count, won, squares = self.wagers
        mean = won / count / 1000
        spread = max(0.0, squares / count / 1e6 - mean * mean)
        return -mean, (spread / count) ** 0.5


def play(game: str, rounds: int, seed: int) -> Figures:
    """The figures of so many rounds of one game at a new table."""
    from sim.harness import headless  # the emulated hardware is of no use to the other verbs

    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="cardtable-") as folder:
        headless.play(
            os.path.join(folder, ""),
            rounds,
            seed,
            keep=lambda line: figures.take(body(decode(line))),
            game=game,
        )
    figures.close()
    for name in ("_antes", "_stacks"):
        figures.__dict__.pop(name, None)
    return figures


def chunks(games: list[str], rounds: int, seed: int) -> Iterator[tuple[str, int, int]]:
    """(game, rounds, seed): the rounds shared out among the games, in pieces."""
    for k, game in enumerate(games):
        left = rounds // len(games) + (k < rounds % len(games))
        number = 0
        while left > 0:
            yield game, min(left, _CHUNK), seed + number
            left -= _CHUNK
            number += 1


def statistics(games: list[str], rounds: int, seed: int, console: Console) -> dict[str, Figures]:
    """Play, with a progress bar on a terminal: the figures by game."""
    told = {game: Figures() for game in games}
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    workers = max(1, min(os.cpu_count() or 1, 8))
    with bar, ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        task = bar.add_task("rounds", total=rounds)
        running = {pool.submit(play, *chunk): chunk for chunk in chunks(games, rounds, seed)}
        try:
            for done in as_completed(running):
                game, count, _ = running[done]
                told[game].add(done.result())
                bar.advance(task, count)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return told


def report(told: dict[str, Figures], took_s: float) -> Iterator[Table]:
    """Tables for people."""
    whole = sum(figures.rounds for figures in told.values())
    title = f"{whole:,} rounds, {whole / took_s:.1f} a second on this desk"
    table = Table(title=title, box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    for name in ("game", "rounds", "outcomes", "in", "out", "house", "missing"):
        left = name in ("game", "outcomes")
        table.add_column(name, justify="left" if left else "right", no_wrap=name != "outcomes")
    for game, figures in told.items():
        table.add_row(game, f"{figures.rounds:,}", _outcomes(figures), *_money(figures))
    yield table
    for title, column, names in (
        ("Irregularities by rule", "irregular", wording.IRREGULARITIES),
        ("Refusals by rule", "refused", wording.REFUSALS),
    ):
        counts: Counter[tuple[str, str]] = Counter()
        for figures in told.values():
            counts += getattr(figures, column)
        if counts:
            found = Table("rule", "what", "times", title=title)
            for (rule, what), times in counts.most_common():
                found.add_row(rule, names.get(what, what), f"{times:,}")
            yield found
    for game, figures in told.items():
        if figures.wagers[0]:
            yield _edge(game, figures)


def _outcomes(figures: Figures) -> str:
    return ", ".join(f"{outcome} {count:,}" for outcome, count in figures.outcomes.most_common())


def _money(figures: Figures) -> list[str]:
    cents = figures.money
    if figures.wagers[0]:
        placed = cents["antes"] + cents["jackpot wagers"]
        paid = cents["antes"] + cents["players won"] + cents["prizes"]
        return [money(placed), money(paid), money(-cents["players won"]), "–"]
    back = cents["in play"] + cents["taken away"]
    return [money(cents["bought"]), money(back), money(cents["commission"]), money(figures.missing)]


def _edge(game: str, figures: Figures) -> Table:
    edge, error = figures.edge()
    table = Table(title=f"The bank's edge, {wording.GAMES.get(game, game)}, of the ante")
    for name in ("wagers", "played", "by counting", "difference in standard errors"):
        table.add_column(name, justify="right")
    away = (edge - CANBERRA_EDGE) / error if error else 0.0
    table.add_row(
        f"{figures.wagers[0]:,}",
        f"{edge:.2%} ± {error:.2%}",
        f"{CANBERRA_EDGE:.2%}",
        f"{away:+.1f}",
    )
    table.caption = "By counting: bets with ace and king or better. The house has whims besides."
    return table


def run(game: str, games: tuple[str, ...], rounds: int, seed: int) -> bool:
    """Play and print; False when a chip is missing."""
    console = Console()
    started = time.perf_counter()
    chosen = list(games) if game == "all" else [game]
    told = statistics(chosen, rounds or 100, seed, console)
    for table in report(told, time.perf_counter() - started):
        console.print(table)
    return not any(figures.missing for figures in told.values() if not figures.wagers[0])
