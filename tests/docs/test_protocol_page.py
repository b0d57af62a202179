"""Everything that is declared is explained on the page of the protocol."""

from cardtable.desk.messages import MESSAGES
from cardtable.link.commands import ABLE, COMMANDS, QUESTIONS
from cardtable.service.queries import ASKED
from host_tools.wording import REFUSALS, protocol, service


def test_every_message_command_and_question_is_explained():
    assert set(protocol.MESSAGES) == set(MESSAGES.names())
    assert set(protocol.COMMANDS) == set(COMMANDS.names())
    assert set(protocol.QUESTIONS) == set(QUESTIONS.names()) == set(ASKED)
    assert set(protocol.ABLE) == set(ABLE)


def test_every_recorded_command_can_be_told():
    silent = {"time", "put"}
    assert set(COMMANDS.names()) - silent <= set(service.COMMANDS)


def test_every_code_a_command_is_refused_with_has_words():
    for _, codes in protocol.COMMANDS.values():
        for code in codes:
            assert " " in code or code in REFUSALS, code
    for code in protocol.EVERY_COMMAND:
        assert code in REFUSALS, code
