"""Hand histories written by PokerKit: the independent author of the files that we replay."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

from pokerkit import HandHistory
from pokerkit.games import FixedLimitOmahaHoldemHighLowSplitEightOrBetter

from tests.oracles.poker_play import AUTOMATIC, GAMES, Duel, Game

PLAYED = ("no-limit Hold-Em", "fixed Hold-Em", "pot-limit Omaha", "Omaha 8-or-better")


def written(duel: Duel, state: Any, **more: Any) -> HandHistory:
    """A finished PokerKit hand as a history; without finishing stacks unless asked for."""
    game = duel.game
    kind: Any = game.theirs
    if game.name == "Omaha 8-or-better":
        kind = FixedLimitOmahaHoldemHighLowSplitEightOrBetter  # only the file's variant code
    sizes = (duel.big, 2 * duel.big) if game.limit == "fixed" else (duel.big,)
    made = kind(AUTOMATIC, True, 0, (duel.big // 2, duel.big), *sizes)
    return HandHistory.from_game_state(made, state, **more)


def played_alike(game: Game, seed: int) -> tuple[HandHistory, list[int], dict[str, int]]:
    """A hand of actions that both sides allow: its history, our stacks, the exceptions met."""
    duel = Duel(game, seed)
    result = duel.play()
    history = written(duel, result.state, finishing_stacks=list(result.state.stacks))
    return history, result.stacks, dict(result.met)


def played_freely(game: Game, seed: int) -> HandHistory:
    """A hand that PokerKit allows, whatever our documents say of it."""
    duel = Duel(game, seed)
    random = Random(f"free {game.name} {seed}")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        state = duel.their_state()
        dealt = 0
        while state.status:
            if state.actor_index is not None:
                _act(state, random)
            elif state.can_burn_card():
                state.burn_card("??")
            else:
                many = 1 if dealt else 3
                state.deal_board("".join(duel.board[dealt : dealt + many]))
                dealt += many
    return written(duel, state, finishing_stacks=list(state.stacks))


def _act(state: Any, random: Random) -> None:
    choice = random.random()
    if choice < 0.5 and state.can_complete_bet_or_raise_to():
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(random.choice((least, least, random.randint(least, most))))
    elif choice > 0.93 and state.can_fold():
        state.fold()
    else:
        state.check_or_call()


def game_of(name: str) -> Game:
    return GAMES[name]
