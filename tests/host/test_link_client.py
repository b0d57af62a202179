"""The host's end of the link: nothing is lost, nothing is kept twice, whatever the cable does."""

import random

import pytest

from cardtable.link.lines import LineReader, frame, message
from cardtable.records import Chain, dumps
from host_tools.keep import Keep
from host_tools.link.client import LinkClient
from host_tools.problems import Problem

TABLE = "t1"
LINES: list[bytes] = []
_chain = Chain(TABLE, 2)
for _n in range(120):
    LINES.append(_chain.encode(("fold", _n % 10 + 1), "u", _n))


def hello(last=120, protocol=1, table=TABLE, epoch=2):
    return frame(dumps(["hello", protocol, "0.1", "pico", table, epoch, last]).encode())


def said(client):
    got = [message(payload) for payload in LineReader(4096).feed(bytes(client.outgoing))]
    client.outgoing.clear()
    return got


@pytest.fixture
def keep(tmp_path):
    keep = Keep(tmp_path)
    yield keep
    keep.close()


def kept(keep_folder):
    (path,) = keep_folder.glob("*.records")
    return path.read_bytes().splitlines()


def test_it_greets_first_and_again_once_it_knows_the_table(keep):
    client = LinkClient(keep)
    assert said(client) == [["greet", 1, 0, 0]]
    client.receive(hello())
    assert said(client) == [["greet", 1, 2, 0]]
    client.receive(hello())
    assert said(client) == []


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
    client.receive(hello() + frame(LINES[0]))
    said(client)
    assert client.receive(frame(LINES[2])) == []
    assert said(client) == [["greet", 1, 2, 1]]


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
    assert sorted(p.name for p in tmp_path.iterdir()) == ["t1-2.records", "t2-1.records"]


def test_a_torn_last_line_is_cut_off_and_taken_again(tmp_path):
    first = Keep(tmp_path)
    first.open(TABLE, 2)
    for line in LINES[:5]:
        first.follow(line)
    first.close()
    (path,) = tmp_path.glob("*.records")
    for cut in range(1, len(LINES[4]) + 1):
        path.write_bytes(b"\n".join(LINES[:5])[: -cut or None])
        again = Keep(tmp_path)
        again.open(TABLE, 2)
        assert again.number == 4
        again.follow(LINES[4])
        again.close()
        assert kept(tmp_path) == LINES[:5]


def test_a_damaged_file_is_named_and_left_alone(tmp_path):
    path = tmp_path / "t1-2.records"
    path.write_bytes(LINES[0] + b"\n" + LINES[2] + b"\n")
    before = path.read_bytes()
    with pytest.raises(Problem, match=r"t1-2\.records: record 3 where 2 was due"):
        Keep(tmp_path).open(TABLE, 2)
    assert path.read_bytes() == before


@pytest.mark.parametrize("seed", range(20))
def test_over_a_cable_that_loses_repeats_and_garbles_everything_arrives_once(tmp_path, seed):
    """A board by its word: it answers greetings, sends a window, sends again in time."""
    dice = random.Random(seed)
    keep = Keep(tmp_path)
    client = LinkClient(keep)
    board_reader = LineReader()
    heard, sent_at = None, 0
    for tick in range(4000):
        if dice.random() < 0.01:  # the cable is pulled, or the host is killed: a new conversation
            keep.close()
            keep, board_reader = Keep(tmp_path), LineReader()
            client = LinkClient(keep)
        upward = bytes(client.outgoing)
        client.outgoing.clear()
        if dice.random() < 0.1:
            upward = upward[: dice.randrange(len(upward) + 1)] + b"\n"
        down = b""
        for payload in board_reader.feed(upward):
            told = message(payload) or [None]
            if told[0] == "greet":
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
