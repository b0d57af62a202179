"""Rules of tournaments that somebody tries to break before the director's program.

Each function takes a folder alone: `python -m tests.support.mutations` calls it with the rule's
check taken out, and then it must fail.
"""

import pytest

from host_tools.tournament.conditions import BadConditions, parse
from tests.tournament.test_director import (
    CANBERRA,
    EXAMPLE,
    FREEZE_OUT,
    TWO_TABLES,
    at,
    begun,
    refused,
    seated,
)

DRAW = EXAMPLE.replace('game = "omaha"', 'game = "draw"')
# Document → its conditions; the three whose rules of tournaments are numbered alike
CONDITIONS = {"NI2004-492": CANBERRA, "NI2005-66": DRAW, "NI2006-156": EXAMPLE}


def conditions_refused(text):
    with pytest.raises(BadConditions) as caught:
        parse(text)
    return str(caught.value)


def test_NI2004_492_r17_6_NI2005_66_r20_6_NI2006_156_r20_6_one_entry(tmp_path):
    rules = {"NI2004-492": "17.6", "NI2005-66": "20.6", "NI2006-156": "20.6"}
    for document, text in CONDITIONS.items():
        director = begun(tmp_path / document, text, 6)
        rule = refused("one_entry_only", director.enter, " PLAYER  3")
        assert rule == f"{document} {rules[document]}"


def test_NI2004_492_r17_8_NI2005_66_r20_8_NI2006_156_r20_8_seats_at_a_table(tmp_path):
    rules = {"NI2004-492": "17.8", "NI2005-66": "20.8", "NI2006-156": "20.8"}
    for document, text in CONDITIONS.items():
        few = text.replace('name = "Heat"', 'name = "Heat"\nplayers_a_table = 5', 1)
        director = begun(tmp_path / document, few, 12)
        rule = refused("too_few_seats", director.draw_seats, TWO_TABLES)
        assert rule == f"{document} {rules[document]}"


def test_NI2005_66_r20_9_NI2006_156_r20_9_who_sits_there_forfeits_nothing(tmp_path):
    rules = {"NI2005-66": "20.9", "NI2006-156": "20.9"}
    for document, rule in rules.items():
        director = seated(begun(tmp_path / document, CONDITIONS[document]), absent=(2, 5))
        cited = refused("the_seat_is_taken", director.begin_session, [3])
        assert cited == f"{document} {rule}"


def test_NI2004_492_r17_10_NI2005_66_r20_10_NI2006_156_r20_10_reserves(tmp_path):
    rules = {"NI2004-492": "17.10", "NI2005-66": "20.10", "NI2006-156": "20.10"}
    for document, text in CONDITIONS.items():
        director = seated(begun(tmp_path / document, text, reserves=1), absent=(4,))
        cited = [refused("the_seat_is_taken", director.replace, 5, 13)]
        director.begin_session()
        if director.state.entrants[4].standing == "playing":
            cited.append(refused("the_first_session_has_begun", director.replace, 4, 13))
        assert set(cited) == {f"{document} {rules[document]}"}


def test_S89_1997_r16_4_more_than_ten_per_cent_is_not_retained(tmp_path):
    text = CANBERRA.replace('"canberra"', '"canberra-1997"')
    parse(text)
    said = conditions_refused(text.replace("commission = 2", "commission = 2.01"))
    assert "S89-1997 16.4" in said


def test_NI2004_492_r17_22_NI2005_66_r20_18_NI2006_156_r20_18_the_whole_pool(tmp_path):
    for text in CONDITIONS.values():
        assert "come to 90 per cent" in conditions_refused(
            text.replace("shares = [70, 30]", "shares = [60, 30]").replace(
                "shares = [60, 30, 10]", "shares = [60, 30]"
            )
        )


def test_NI2004_492_r17_9_nobody_is_late_before_the_published_time(tmp_path):
    director = seated(begun(tmp_path, CANBERRA, 8), absent=(2,))
    director._now.ms = director.conditions.starts_ms(0) - 1  # type: ignore[attr-defined]
    rule = refused("before_the_starting_time", director.begin_session)
    assert rule == "NI2004-492 17.9"


def test_NI2004_492_r17_23_extra_rounds_come_first(tmp_path):
    director = seated(begun(tmp_path, CANBERRA, 4))
    director.begin_session()
    assert director.end_session() == [[1, 2, 3, 4]], "three go on, four hold the same"
    rule = refused("extra_rounds_are_due", director.end_session)
    chips = {at(one): 40_000 + at(one) for one in director.state.tables()["T1"]}
    director.round_played("T1", 1, chips, dict.fromkeys(chips, 500))
    assert refused("extra_rounds_are_due", director.end_session) == rule == "NI2004-492 17.23"


def test_TGC_2006_B16_7_not_without_everybody(tmp_path):
    director = begun(tmp_path, FREEZE_OUT, 4)
    for number in director.draw_seats({"T1": range(1, 9)}):
        director.seat(number)
    director.begin_session()
    director.pause()
    for number in (1, 2, 3):
        director.seat(number)
    assert refused("not_everybody_is_there", director.resume) == "TGC-2006 B16.7"
