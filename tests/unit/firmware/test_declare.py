"""Declarations: one line of text says what a field may hold."""

from cardtable.desk.record_kinds import KINDS
from cardtable.rules.determinations import DETERMINATIONS, default_of
from cardtable.rules.inputs import INPUTS
from cardtable.schema import Field, Schema, fields


def _refused(make):
    try:
        make()
    except ValueError:
        return
    raise AssertionError("not refused")


def test_a_field_reads_its_type_constraint_list_and_option():
    deck, ids, rule, level = fields("deck:int(52|48) ids:seat[] rule:rule? level:cents(..)")
    assert (deck.name, deck.type, deck.choices) == ("deck", "int", (52, 48))
    assert (ids.many, ids.low, ids.high) == (True, 1, 10)
    assert rule.optional and not deck.optional
    assert (level.low, level.high) == (None, None)


def test_a_field_says_why_a_value_does_not_fit():
    amount = Field("amount:cents")
    assert amount.why_not(0) is None
    assert amount.why_not(-1) == "must be at least 0"
    assert amount.why_not("5") == "must be a whole number"
    assert amount.why_not(5.0) == "must be a whole number"
    assert amount.why_not(True) == "must be a whole number"
    assert amount.why_not(None) == "is missing"
    assert Field("amount:cents?").why_not(None) is None
    assert Field("deck:int(52|48)").why_not(50) == "must be one of 52, 48"
    assert Field("ids:seat[]").why_not([1, 11]) == "must be at most 10"
    assert Field("ids:seat[]").why_not(3) == "must be a list"
    assert Field("words:text").why_not("caf\u00e9") == "must be printable ASCII"


def test_nonsense_in_a_declaration_is_an_error_at_once():
    _refused(lambda: Field("seat:chair"))
    _refused(lambda: Field(":seat"))
    _refused(lambda: Field("seat"))
    _refused(lambda: Schema(("a", ""), ("a", "")))


def test_a_thing_is_held_to_its_kind():
    kinds = Schema(("deal", "place:place token:token"))
    assert kinds.why_not(("deal", 3, "As")) is None
    assert kinds.why_not(["deal", 3]) == "deal has 2 fields, not 1"
    assert kinds.why_not(["deal", 99, "As"]) == "deal.place must be at most 31"
    assert kinds.why_not(["steal", 3]) == "unknown kind: steal"
    for thing in ([], None, 5, "deal", [5], [None]):
        assert kinds.why_not(thing) is not None


def test_every_declaration_of_the_firmware_can_be_read():
    for kinds in (KINDS, INPUTS, DETERMINATIONS):
        for name in kinds.names():
            kinds.fields(name)


def test_the_default_of_every_determination_is_allowed():
    for name in DETERMINATIONS.names():
        field = DETERMINATIONS.fields(name)[0]
        assert field.name == name
        for game in DETERMINATIONS.row(name)[4]:
            assert field.why_not(default_of(game, name)) is None, (game, name)
