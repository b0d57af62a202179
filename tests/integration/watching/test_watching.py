"""What may be watched: nothing before the board has released it, and then what was really dealt."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from pokerkit import HandHistory
from starlette.testclient import TestClient

from cardtable.records import HEAD
from cardtable.rules.determinations import settled
from host_tools.common.problems import Problem
from host_tools.console import history
from host_tools.console.round_projection import TableView
from host_tools.histories.hand import gathered
from host_tools.histories.session import session
from host_tools.histories.writer import written
from host_tools.ledger.ledger import Ledger
from host_tools.watching import due
from host_tools.watching.moments import moments_of
from host_tools.watching.names import NamesFile, read_names
from host_tools.watching.playback import Pace, Playback, prepared, steps
from host_tools.watching.server import Settings, Watching
from sim.harness.world import GAMES as SIM_GAMES
from tests.integration.table.seals_opened import opened_by
from tests.integration.watching import evening
from tests.oracles import round_trips

GAMES = ("holdem", "omaha", "draw", "stud")
_SEAL = re.compile(r"[0-9a-f]{32}")


def bodies(lines):
    return [json.loads(line)[HEAD:] for line in lines]


def ledger_of(folder, game="holdem", policy=evening.ALL, until=None):
    lines = evening.lines(game, policy)
    return evening.stored(folder / "ledger.db", lines if until is None else lines[:until])


def all_moments(path, table=evening.TABLE):
    return [moment for one in due.due(path, table) for moment in prepared(path, table, one, {})]


def rounds_of(path):
    found = [due.taken(path, evening.TABLE, *one.at) for one in due.due(path, evening.TABLE)]
    assert None not in found
    return [one for one in found if one is not None]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_there_with_its_release_and_not_a_record_earlier(game, tmp_path):
    lines = evening.lines(game)
    at = [n for n, body in enumerate(bodies(lines)) if body[0] == "released"]
    assert at
    before = evening.stored(tmp_path / "before.db", lines[: at[0]])
    assert due.due(before, evening.TABLE) == []
    first = bodies(lines)[at[0]][2]
    assert due.taken(before, evening.TABLE, 1, first) is None
    after = evening.stored(tmp_path / "after.db", lines[: at[0] + 1])
    assert [one.first for one in due.due(after, evening.TABLE)] == [first]
    released = evening.stored(tmp_path / "all.db", lines)
    assert len(due.due(released, evening.TABLE)) == len(at)


@pytest.mark.parametrize("game", GAMES)
def test_every_face_is_the_card_that_was_sealed(game, tmp_path):
    path = ledger_of(tmp_path, game)
    told = [body for body in bodies(evening.lines(game)) if body[0] == "released"]
    for found in rounds_of(path):
        (secret, cards) = next(body[3:5] for body in told if body[2] == found.about.first)
        truth = opened_by(secret, cards)
        sealed = [e.body[2] for e in found.entries if e.kind == "deal" and len(e.body[2]) > 3]
        assert sealed and {token: found.faces[token] for token in sealed} == {
            token: truth[token] for token in sealed
        }


def test_a_release_that_is_invented_shows_nothing(tmp_path):
    lines = list(evening.lines())
    at = next(n for n, body in enumerate(bodies(lines)) if body[0] == "released")
    for secret, cards in (("00" * 16, None), ("xyz", None), ("00" * 5, None), (None, "AsAsAs??")):
        told = json.loads(lines[at])
        told[HEAD + 3], told[HEAD + 4] = secret or told[HEAD + 3], cards or told[HEAD + 4]
        forged = [*lines[:at], json.dumps(told).encode()]
        path = tmp_path / f"{secret}-{bool(cards)}.db"
        (found,) = rounds_of(evening.stored(path, forged))
        turned = {e.body[2] for e in found.entries if e.kind == "turn"}
        assert set(found.faces) == turned
        known = set(found.faces.values())
        for moment in moments_of(found):
            hole = {card for seat in moment.shown["seats"] for card in seat["cards"] if card}
            assert hole <= known


@pytest.mark.parametrize(
    "game, policy",
    [("canberra", evening.NEVER), ("holdem", evening.NEVER), ("omaha", evening.SHOWN)],
)
def test_without_the_whole_policy_only_what_was_turned_over_is_seen(game, policy, tmp_path):
    path = ledger_of(tmp_path, game, policy)
    assert rounds_of(path)
    for found in rounds_of(path):
        open_cards = {e.body[3] for e in found.entries if e.kind == "turn"}
        open_cards |= {e.body[2] for e in found.entries if e.kind == "deal" and len(e.body[2]) < 4}
        for moment in moments_of(found):
            told = json.dumps(moment.shown)
            assert not _SEAL.search(told)
            seen = {card for seat in moment.shown["seats"] for card in seat["cards"] if card}
            assert seen <= open_cards


@pytest.mark.parametrize("game", GAMES)
def test_chips_are_conserved_in_every_moment_and_the_end_is_the_records_own(game, tmp_path):
    path = ledger_of(tmp_path, game)
    for found in rounds_of(path):
        moments = [moment.shown for moment in moments_of(found)]
        commission = sum(e.body[2] for e in found.entries if e.kind == "commission")
        start = sum(stack[1] for stack in found.entries[0].body[5])
        start += sum(e.body[2] for e in found.entries if e.kind in ("join", "buy"))
        for shown in moments:
            chips = sum(seat["stack"] + seat["bet"] for seat in shown["seats"])
            assert chips <= start
        end = moments[-1]
        assert end["over"] and sum(seat["stack"] for seat in end["seats"]) == start - commission
        won: dict[int, int] = {}
        for entry in found.entries:
            if entry.kind == "win":
                won[entry.body[2]] = won.get(entry.body[2], 0) + entry.body[3]
        assert {s["seat"]: s["won"] for s in end["seats"] if s["won"]} == won


@pytest.mark.parametrize("game", GAMES)
def test_shares_add_up_and_the_last_board_says_who_wins(game, tmp_path):
    path = ledger_of(tmp_path, game)
    told = 0
    for moment in all_moments(path):
        shares = [seat["equity"] for seat in moment.shown["seats"] if "equity" in seat]
        if shares:
            told += 1
            assert len(shares) >= 2 and abs(sum(shares) - 1000) <= len(shares)
    assert told > 3


def test_pauses_are_shortened_and_nothing_else(tmp_path):
    moments = all_moments(ledger_of(tmp_path))
    pace = Pace(longest_ms=700, linger_ms=2000)
    waits = [wait for wait, _ in steps(moments[:12], pace)]
    gaps = [b.at_ms - a.at_ms for a, b in pairwise(moments[:12])]
    assert waits == [min(gap, 700) / 1000 for gap in gaps] + [2.0]
    assert [w / 2 for w in waits] == [w for w, _ in steps(moments[:12], Pace(2, 700, 2000))]


def test_a_table_is_played_round_by_round_as_they_are_released(tmp_path):
    """The newest first; then each that comes, once."""
    lines = evening.lines()
    at = [n for n, body in enumerate(bodies(lines)) if body[0] == "released"]
    path = evening.stored(tmp_path / "ledger.db", lines[: at[0] + 1])
    playback = Playback(path, evening.TABLE, lambda shown: None)
    first = playback._next()
    assert first is not None and first.round == 1
    playback._played = first.at
    assert playback._next() is None
    evening.stored(path, lines)
    second = playback._next()
    assert second is not None and second.round == 2
    playback._played = second.at
    assert playback._next() is None


def test_the_server_tells_released_rounds_and_no_others(tmp_path):
    lines = evening.lines()
    at = [n for n, body in enumerate(bodies(lines)) if body[0] == "released"]
    path = evening.stored(tmp_path / "ledger.db", lines[: at[1]])
    waiting = bodies(lines)[at[1]][2]
    names = tmp_path / "names.toml"
    names.write_text('[t1]\n1 = "Ada"\n')
    with TestClient(
        Watching(Settings(path, names=names)).app(), base_url="http://localhost"
    ) as page:
        rounds = page.get("/api/rounds", params={"table": "t1"}).json()["rounds"]
        assert [one["round"] for one in rounds] == [1]
        asked = {"table": "t1", "epoch": 1, "first": waiting}
        assert page.get("/api/round", params=asked).status_code == 404
        asked["first"] = rounds[0]["first"]
        told = page.get("/api/round", params=asked).json()["moments"]
        assert {seat["name"] for seat in told[-1]["seats"]} == {"Ada", "Box 3", "Box 4", "Box 6"}
        for wrong in ({"table": "t9"}, {"table": "t1", "epoch": "x", "first": "1"}, {}):
            assert page.get("/api/round", params=wrong).status_code == 404
        assert page.post("/api/rounds", json={}).status_code in (403, 405)
        assert page.get("/", headers={"host": "elsewhere"}).status_code == 421
        for name in ("/", "/overlay", "/replay", "/page/scene.js", "/theme/own.css", "/icon.svg"):
            assert page.get(name).status_code == 200
        assert page.get("/page/../server.py").status_code == 404
    only = Watching(Settings(path, tables=("t9",)))
    with TestClient(only.app(), base_url="http://localhost") as page:
        assert page.get("/api/tables").json() == {"tables": []}
        assert page.get("/api/rounds", params={"table": "t1"}).status_code == 404


@pytest.mark.parametrize(
    "text, why",
    [
        ("3 = 'Ada'", "no section|not a table"),
        ("[t1]\n11 = 'Ada'", "no box"),
        ("[t1]\n3 = 4", "no name"),
        ("[t1", "not TOML"),
    ],
)
def test_names_that_are_none_are_said_to_be_so(text, why, tmp_path):
    file = tmp_path / "names.toml"
    file.write_text(text)
    with pytest.raises(Problem, match=why):
        read_names(file)


def test_names_follow_their_file_and_survive_a_bad_moment_of_it(tmp_path):
    file = tmp_path / "names.toml"
    file.write_text('[t1]\n3 = "Ada\\u0007"\n')
    names = NamesFile(file)
    assert names.of("t1") == {3: "Ada"}
    file.write_text("[t1]\n3 =")
    assert names.of("t1") == {3: "Ada"}
    file.write_text('[t1]\n3 = "Grace Hopper"\n')
    assert names.of("t1") == {3: "Grace Hopper"}
    file.unlink()
    assert names.of("t1") == {3: "Grace Hopper"}


@pytest.mark.parametrize("game", GAMES)
def test_a_session_has_the_released_cards_in_every_format(game, tmp_path):
    path = ledger_of(tmp_path, game)
    found = rounds_of(path)
    hands = [(gathered(one.entries, one.faces), None) for one in found]
    phh, ohh, gfx = (session(form, hands) for form in ("phh", "ohh", "gfx"))
    assert "??" not in phh
    pieces = re.split(r"^\[\d+\]$", phh, flags=re.MULTILINE)[1:]
    assert len(pieces) == len(found)
    for piece in pieces:
        assert HandHistory.loads(piece).actions
    objects = [json.loads(part) for part in re.split(r"\n\n(?=\{)", ohh)]
    session_of_gfx = json.loads(gfx)["Hands"]
    assert len(objects) == len(session_of_gfx) == len(found)
    for one, told in zip(found, session_of_gfx, strict=True):
        dealt = {e.body[1] for e in one.entries if e.kind == "deal" and e.body[1] <= 10}
        assert all(p["HoleCards"][0] for p in told["Players"] if p["PlayerNum"] in dealt)
    hidden = session("phh", [(gathered(one.entries), None) for one in found])
    assert "??" in hidden
    told = [body for body in bodies(evening.lines(game)) if body[0] == "released"]
    for at, one in enumerate(found):
        (secret, cards) = next(body[3:5] for body in told if body[2] == one.about.first)
        dealt = hands_dealt(one.entries, opened_by(secret, cards))
        assert hands_in_phh(pieces[at]) == dealt
        assert hands_in_ohh(objects[at]["ohh"]) == dealt
        for player in session_of_gfx[at]["Players"]:
            held = {face.capitalize() for face in player["HoleCards"][0].split()}
            held = {face.replace("10", "T") for face in held}
            assert held <= set(dealt.get(player["PlayerNum"], ()))
            assert game == "draw" or held == set(dealt.get(player["PlayerNum"], ()))


@pytest.mark.parametrize("game", GAMES)
def test_pokerkit_plays_a_session_with_released_cards_to_the_same_stacks(game, tmp_path):
    name, given = SIM_GAMES[game]
    # PokerKit's ace is always low as well
    policy = (*evening.ALL, ("ace_low", 1)) if game in ("omaha", "draw") else evening.ALL
    values = settled(name, dict(given, **dict(policy)))["values"]
    played = 0
    for one in rounds_of(ledger_of(tmp_path, game, policy)):
        hand = gathered(one.entries, one.faces)
        played += round_trips.in_pokerkit(hand, written(hand, values=values), values)
    assert played


def hands_dealt(entries, truth):
    """Every card that came to each box, in order, by the records and what their seals hide."""
    dealt = {}
    for entry in entries:
        if entry.kind == "deal" and entry.body[1] <= 10:
            dealt.setdefault(entry.body[1], []).append(truth.get(entry.body[2], entry.body[2]))
    return dealt


def hands_in_phh(piece):
    """The same as PokerKit reads it."""
    read = HandHistory.loads(piece)
    dealt = {}
    for action in read.actions:
        found = re.match(r"d dh p(\d+) (\S+)", action)
        if found:
            cards = [found[2][at : at + 2] for at in range(0, len(found[2]), 2)]
            dealt.setdefault((read.seats or [])[int(found[1]) - 1], []).extend(cards)
    return dealt


def hands_in_ohh(told):
    seats = {one["id"]: one["seat"] for one in told["players"]}
    dealt = {}
    for action in [action for part in told["rounds"] for action in part["actions"]]:
        if action["action"] == "Dealt Cards":
            dealt.setdefault(seats[action["player_id"]], []).extend(action["cards"])
    return dealt


def test_the_ledger_is_only_read(tmp_path):
    path = ledger_of(tmp_path)
    with Ledger(path) as ledger:
        before = [ledger.lines(table, 1) for table in ledger.tables()]
    all_moments(path)
    with Ledger(path) as ledger:
        assert [ledger.lines(table, 1) for table in ledger.tables()] == before


def test_the_consoles_history_lays_released_hands_open_and_no_others(tmp_path):
    lines = evening.lines()
    at = [n for n, body in enumerate(bodies(lines)) if body[0] == "released"]
    path = evening.stored(tmp_path / "ledger.db", lines[: at[1]])
    opened = [body[2] for body in (bodies(lines)[n] for n in at)]
    for first, released in zip(opened, (True, False), strict=True):
        whole = history.replayed(path, evening.TABLE, 1, first, None, TableView())
        assert whole["released"] is released
        found = []
        for step in range(1, whole["steps"]):
            told = history.replayed(path, evening.TABLE, 1, first, step, TableView())
            found += [card for seat in told["table"]["seats"] for card in seat["cards"]]
            assert not _SEAL.search(json.dumps(told["table"]))
        assert any(card == {} for card in found) is not released
