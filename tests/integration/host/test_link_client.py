"""The host's end of the link: nothing is lost, nothing is kept twice, whatever the cable does."""

import json
import random

import pytest

from cardtable.desk.messages import MESSAGES
from cardtable.link.lines import LineReader, frame, message
from cardtable.records import Chain, dumps
from host_tools.common.problems import Problem
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.link.client import LinkClient

TABLE = "t1"
LINES: list[bytes] = []
_chain = Chain(TABLE, 2)
for _n in range(120):
    LINES.append(_chain.encode(("fold", _n % 10 + 1), "u", _n))


def hello(last=120, protocol=1, table=TABLE, epoch=2):
    told = ["hello", protocol, "0.1", "pico", table, epoch, last]
    blank = {"hex": "00", "int": 0, "name": []}  # what a newer protocol says besides
    told += [blank[field.type] for field in MESSAGES.fields("hello")[len(told) - 1 :]]
    return frame(dumps(told).encode())


def said(client):
    got = [message(payload) for payload in LineReader(4096).feed(bytes(client.outgoing))]
    client.outgoing.clear()
    return got


@pytest.fixture
def keep(tmp_path):
    keep = Intake(tmp_path / "ledger.db")
    yield keep
    keep.close()


def kept(folder, table=TABLE, epoch=2):
    with Ledger(folder / "ledger.db") as ledger:
        return ledger.lines(table, epoch)


def test_it_greets_first_and_again_once_it_knows_the_table(keep):
    client = LinkClient(keep)
    assert said(client) == [["hail", 1]]
    client.receive(hello())
    assert said(client) == [["greet", 1, 2, 0]]
    client.receive(hello())
    assert said(client) == []


def test_a_hello_that_nobody_asked_for_is_a_board_that_started_again(keep):
    client = LinkClient(keep)
    client.receive(hello() + hello() + frame(LINES[0]))
    said(client)
    client.receive(hello())
    assert said(client) == [["greet", 1, 2, 0]]  # it may be another board: record 1 once more


def test_a_conversation_begins_with_the_last_record_known(keep):
    """Its bytes are the same, so is all that came before; a fork shows before anything is lost."""
    client = LinkClient(keep)
    client.receive(hello() + hello() + b"".join(frame(line) for line in LINES[:9]))
    again = LinkClient(keep)
    again.receive(hello())
    assert said(again) == [["hail", 1], ["greet", 1, 2, 8]]
    again.receive(hello() + frame(LINES[8]))
    assert again.accepted and again.checked
    forged = Chain(TABLE, 2, 8, json.loads(LINES[8])[5]).encode(("fold", 5), "u", 1)
    other = LinkClient(keep)
    other.receive(hello(last=9) + hello(last=9))
    with pytest.raises(Problem, match="record 9 is not the one that was stored before"):
        other.receive(frame(forged))


def test_records_are_kept_before_they_are_acknowledged(keep, tmp_path):
    client = LinkClient(keep)
    client.receive(hello())
    said(client)
    fresh = client.receive(frame(LINES[0]) + frame(LINES[1]))
    assert [record[2] for record in fresh] == [1, 2]
    assert kept(tmp_path) == LINES[:2]
    assert said(client) == [["ack", 2, 2]]


def test_a_record_that_comes_twice_is_kept_once_and_acknowledged_again(keep, tmp_path):
    client = LinkClient(keep)
    client.receive(hello() + frame(LINES[0]))
    said(client)
    assert client.receive(frame(LINES[0])) == []
    assert said(client) == [["ack", 2, 1]]
    assert kept(tmp_path) == LINES[:1]
    assert client.twice == 1


def test_a_gap_makes_it_ask_again(keep):
    client = LinkClient(keep)
    client.receive(hello() + hello() + frame(LINES[0]))
    said(client)
    assert client.receive(frame(LINES[2]) + frame(LINES[3])) == []
    assert said(client) == [["greet", 1, 2, 1], ["ack", 2, 1]]  # asked once for both


def test_an_altered_record_is_a_problem_in_words(keep):
    client = LinkClient(keep)
    client.receive(hello() + frame(LINES[0]))
    forged = LINES[1].replace(b'"fold",2', b'"fold",3')
    client.receive(frame(forged))  # its own bytes are well formed: the next one tells
    with pytest.raises(Problem, match="record 3 does not continue the chain"):
        client.receive(frame(LINES[2]))


def test_another_protocol_is_a_problem_in_words(keep):
    with pytest.raises(Problem, match="protocol 7"):
        LinkClient(keep).receive(hello(protocol=7))


def test_text_of_a_repl_passes_and_is_counted(keep):
    client = LinkClient(keep)
    client.receive(b"MicroPython v1.28 on Pico\r\n>>> \r\n" + hello() + frame(LINES[0]))
    assert keep.number == 1
    assert client.noise == 2


def test_records_before_a_hello_are_not_taken(keep):
    assert LinkClient(keep).receive(frame(LINES[0])) == []


def test_another_table_is_kept_apart(keep, tmp_path):
    client = LinkClient(keep)
    client.receive(hello() + frame(LINES[0]))
    other = Chain("t2", 1).encode(("fold", 1), "u", 0)
    client.receive(hello(table="t2", epoch=1) + frame(other))
    assert kept(tmp_path) == LINES[:1]
    assert kept(tmp_path, "t2", 1) == [other]


def later(client):
    """The board answers a greeting and begins with record 51."""
    client.receive(hello())
    return client.receive(b"".join(frame(line) for line in LINES[50:53]))


def test_a_board_that_begins_later_however_often_it_is_asked_has_lost_what_came_before(
    keep, tmp_path
):
    client = LinkClient(keep)
    client.receive(hello() + hello() + frame(LINES[0]) + frame(LINES[50]))  # it asks
    assert later(client) == [] and later(client) == []
    assert [record[2] for record in later(client)] == [51, 52, 53]
    assert said(client)[-1] == ["ack", 2, 53]
    assert kept(tmp_path) == [LINES[0], *LINES[50:53]]
    with Ledger(tmp_path / "ledger.db") as ledger:
        (gap,) = ledger.gaps(ledger.chains()[0])
    assert (gap.first, gap.last) == (2, 50)


def test_damaged_lines_never_make_a_gap(keep):
    client = LinkClient(keep)
    client.receive(hello() + hello() + frame(LINES[0]) + frame(LINES[2]))
    for _ in range(10):
        said(client)
        client.receive(hello() + b"dam*ged\n")
        assert client.receive(frame(LINES[2])) == []
        assert said(client)[0] == ["greet", 1, 2, 1]
    assert keep.number == 1


@pytest.mark.parametrize("seed", range(20))
def test_over_a_cable_that_loses_repeats_and_garbles_everything_arrives_once(tmp_path, seed):
    """A board by its word: it answers greetings, sends a window, sends again in time."""
    dice = random.Random(seed)
    keep = Intake(tmp_path / "ledger.db")
    client = LinkClient(keep)
    board_reader = LineReader()
    heard, sent_at = None, 0
    for tick in range(4000):
        if dice.random() < 0.01:  # the cable is pulled, or the host is killed: a new conversation
            keep.close()
            keep, board_reader = Intake(tmp_path / "ledger.db"), LineReader()
            client = LinkClient(keep)
        upward = bytes(client.outgoing)
        client.outgoing.clear()
        if dice.random() < 0.1:
            upward = upward[: dice.randrange(len(upward) + 1)] + b"\n"
        down = b""
        for payload in board_reader.feed(upward):
            told = message(payload) or [None]
            if told[0] == "hail":
                down += hello()
            elif told[0] == "greet":
                heard = told[3] if told[2] == 2 else 0
                sent_at = -99
                down += hello()
            elif told[0] == "ack" and heard is not None and told[2] > heard:
                heard, sent_at = told[2], -99
        if heard is not None and tick - sent_at > 5:
            sent_at = tick
            down += b"".join(frame(line) for line in LINES[heard : heard + 16])
        if dice.random() < 0.2 and down:
            at = dice.randrange(len(down))
            down = down[:at] + bytes([down[at] ^ 1 << dice.randrange(8)]) + down[at + 1 :]
        if dice.random() < 0.1:
            down += down
        client.receive(down)
        if keep.number == len(LINES):
            break
    keep.close()
    assert kept(tmp_path) == LINES
