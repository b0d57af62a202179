"""The feed: every record reaches the host, in order, also over a bad cable and after a kill."""

from cardtable.desk.messages import MESSAGES, PROTOCOL
from cardtable.link.server import HEARD, RESEND_MS, WINDOW, why_not
from tests.unit.firmware.link_bench import Bench


def _numbers(said):
    return [told[2] for told in said if told[0] == 1]


def test_hello_comes_unasked_and_nothing_else_before_the_greeting():
    bench = Bench()
    bench.loop.run_for(10000)
    assert bench.port.take() == [
        ["hello", PROTOCOL, "0.1", "pico", "t1", 3, 30, "00ff", 0, ["fram"]]
    ]


def test_every_message_the_board_says_is_declared():
    bench = Bench()
    said = bench.port.take() + bench.say("greet", PROTOCOL, 3, 0) + bench.say("ack", 3, 99)
    for told in said:
        if told[0] != 1:
            assert MESSAGES.why_not(told) is None
            assert MESSAGES.row(told[0])[2] == "board"


def test_no_more_than_a_window_goes_out_beyond_the_last_acknowledgement():
    bench = Bench()
    bench.port.take()
    said = bench.say("greet", PROTOCOL, 3, 0)
    assert _numbers(said) == list(range(1, WINDOW + 1))
    assert _numbers(bench.say("ack", 3, 5)) == list(range(WINDOW + 1, WINDOW + 6))


def test_everything_arrives_once_when_all_goes_well():
    bench = Bench()
    got = _numbers(bench.say("greet", PROTOCOL, 3, 0))
    while got[-1] < 30:
        got += _numbers(bench.say("ack", 3, got[-1]))
    assert got == list(range(1, 31))
    assert bench.feed.resent == 0


def test_what_is_not_acknowledged_in_time_is_sent_again():
    bench = Bench(4)
    assert _numbers(bench.say("greet", PROTOCOL, 3, 0)) == [1, 2, 3, 4]
    assert _numbers(bench.say("ack", 3, 2)) == []
    bench.loop.run_for(RESEND_MS - 200)
    assert bench.port.take() == []
    bench.loop.run_for(400)
    assert _numbers(bench.port.take()) == [3, 4]
    assert bench.feed.resent == 2


def test_a_host_that_comes_back_gets_what_it_lacks():
    bench = Bench()
    bench.say("greet", PROTOCOL, 3, 0)
    bench.say("ack", 3, 10)
    assert _numbers(bench.say("greet", PROTOCOL, 3, 12)) == list(range(13, 13 + WINDOW))
    assert bench.journal.acked == 12


def test_a_new_host_gets_everything_the_journal_still_has():
    bench = Bench()
    bench.say("greet", PROTOCOL, 3, 0)
    bench.say("ack", 3, 16)
    bench.journal.first = 9  # the oldest have been given up
    assert _numbers(bench.say("greet", PROTOCOL, 0, 0)) == list(range(9, 9 + WINDOW))
    assert _numbers(bench.say("greet", PROTOCOL, 2, 500))[0] == 9  # of another epoch


def test_an_acknowledgement_of_what_was_never_sent_is_refused():
    bench = Bench(4)
    bench.port.take()
    assert bench.say("ack", 3, 1)[0][0] == "error"  # before any greeting
    bench.say("greet", PROTOCOL, 3, 0)
    for told in (("ack", 3, 5), ("ack", 2, 1)):
        assert bench.say(*told)[0][:2] == ["error", "ack"]
    assert bench.journal.acked == 0
    assert bench.feed.refused == 3


def test_a_host_that_claims_more_than_there_is_is_told():
    bench = Bench(4)
    bench.port.take()
    assert bench.say("greet", PROTOCOL, 3, 9)[0][:2] == ["error", "greet"]
    assert bench.journal.acked == 0


def test_another_protocol_is_refused_in_words():
    bench = Bench()
    bench.port.take()
    said = bench.say("greet", PROTOCOL + 1, 3, 0)
    assert said == [["error", "greet", f"this board speaks protocol {PROTOCOL}"]]


def test_nonsense_and_what_only_a_board_may_say_is_refused():
    bench = Bench()
    for told in (
        ("hello", 1, "x", "y", "z", 1, 0),
        ("sing",),
        ("ack",),
        ("ack", "3", 1),
        ("ack", 3, -1),
        ("greet", 1, 3, None),
        (5,),
        (None,),
        ([1],),
    ):
        bench.port.take()
        said = bench.say(*told)
        assert len(said) == 1 and said[0][0] == "error", told
    assert bench.loop.tasks  # the link is alive


def test_garbage_on_the_cable_does_no_harm():
    bench = Bench(3)
    bench.port.incoming += bytes(range(256)) * 8 + b"\n"
    bench.loop.run_for(500)
    assert _numbers(bench.say("greet", PROTOCOL, 3, 0)) == [1, 2, 3]


def test_records_written_later_are_sent_when_they_are_there():
    bench = Bench(0)
    assert _numbers(bench.say("greet", PROTOCOL, 3, 0)) == []
    bench.journal.last = 2
    bench.loop.run_for(50)
    assert _numbers(bench.port.take()) == [1, 2]


def test_a_question_is_answered_in_parts_and_to_its_end():
    bench = Bench()
    told = bench.say("ask", 7, "health", [])
    parts = [["answer", 7, k, 1, ["part", k]] for k in range(6)]
    assert told[1:] == parts + [["answer", 7, 6, 0, None]]
    assert MESSAGES.why_not(told[1]) is None and MESSAGES.why_not(told[-1]) is None


def test_what_is_no_question_and_too_many_questions_are_refused():
    bench = Bench()
    assert bench.say("ask", 1, "faces", [])[-1] == ["error", "ask", "not a question: faces"]
    for k in range(24):
        bench.port.say("ask", k, "health", [])
    told = bench.say("ask", 24, "health", [])
    bench.loop.run_for(1500)
    told += bench.port.take()
    refused = [one for one in told if one == ["error", "ask", "too many questions at once"]]
    answered = [one for one in told if one[0] == "answer" and not one[3]]
    assert refused and len(answered) == 25 - len(refused)


def test_a_command_is_replied_to():
    bench = Bench()
    assert bench.say("do", "dealer", 1, "00", "[]")[-1] == ["reply", 1, "ok", "[]"]
    told = bench.say("do", "viewer", 2, "00", "[]")[-1]
    assert told == ["reply", 2, "wrong_role", "dealer"]
    assert MESSAGES.why_not(told) is None


def test_a_host_that_comes_is_noticed_and_answers_for_another_are_dropped():
    bench = Bench()
    bench.port.say("ask", 1, "health", [])
    bench.port.say("greet", PROTOCOL, 0, 0)
    assert [one for one in bench.say("greet", PROTOCOL, 3, 0) if one[0] == "answer"] == []
    assert bench.feed._desk.hosts == 2  # whatever epoch it says


def test_an_answer_that_fails_is_told_and_the_link_goes_on():
    bench = Bench()
    told = bench.say("ask", 1, "broken", [])
    assert told[1] == ["answer", 1, 0, 1, 1]
    assert told[2][:2] == ["error", "ask"] and "ZeroDivisionError" in told[2][2]
    assert bench.say("ask", 2, "health", [])[-1] == ["answer", 2, 6, 0, None]


def test_records_that_go_while_a_late_host_is_fed_are_passed_over():
    bench = Bench()
    bench.port.say("greet", PROTOCOL, 3, 0)
    assert _numbers(bench.say("hail", PROTOCOL)) == list(range(1, 17))
    bench.journal.first = 25  # pruned: another host had acknowledged them
    bench.loop.run_for(RESEND_MS)
    assert _numbers(bench.port.take()) == list(range(25, 31))


def test_what_a_host_may_say_is_what_the_declarations_allow():
    """The board keeps a letter a field instead of the declarations."""
    letters = {("int", 0): "n", ("int", 1): "N", ("name", None): "t", ("hex", None): "t"}
    letters[("text", None)] = "t"
    letters[("any", None)] = "l"
    declared = {}
    for name in MESSAGES.names():
        if MESSAGES.row(name)[2] == "host":
            fields = MESSAGES.fields(name)
            assert not [f for f in fields if f.optional or f.choices or f.many != (f.type == "any")]
            declared[name] = "".join([letters[(f.type, f.low)] for f in fields])
    assert declared == HEARD


def test_the_letters_refuse_what_the_declarations_refuse():
    values = (0, 1, -1, 7, 1 << 40, True, False, None, 1.5, "", "a b", "caf\u00e9", "\n", [], ["x"])
    for name in MESSAGES.names():
        count = len(MESSAGES.fields(name))
        heard = MESSAGES.row(name)[2] == "host"
        for size in (count - 1, count, count + 1):
            for k in range(300):
                told: list = [name]
                for at in range(size):
                    told.append(values[(k * (2 * at + 3) + 5 * at) % len(values)])
                allowed = heard and MESSAGES.why_not(told) is None
                assert (why_not(told) is None) == allowed, told
    for told in ([""], [None], [[]], [3], ["nothing"], [["ack"], 1, 1]):
        assert why_not(told) is not None


def test_nothing_is_acknowledged_before_a_greeting_nor_beyond_what_was_sent():
    bench = Bench(WINDOW + 10)
    bench.port.take()
    for number in (0, 1):
        assert [told[:2] for told in bench.say("ack", 3, number)] == [["error", "ack"]]
    bench.say("greet", PROTOCOL, 3, 0)
    bench.loop.run_for(200)
    bench.port.take()
    assert [told[:2] for told in bench.say("ack", 3, WINDOW + 1)] == [["error", "ack"]]
    assert bench.journal.acked == 0 and bench.feed.failed == 0
