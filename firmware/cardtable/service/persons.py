"""Persons at a table: a PIN of their own in a role, given, changed and taken away, each recorded.

A supervisor orders it; everybody may set their own PIN. Loaded with the first such command.
"""

from cardtable.link.keys import PERSONS, ROLES, role_of, who_is
from cardtable.rules.round import Refused

_SUPERVISOR = "supervisor"
_LETTERS = " .'-"


def handle(table, keys, signer, what, role, name, masked):
    whose = role + "/" + name if name else role
    own = name and what == "pin" and whose == signer
    if role_of(signer) != _SUPERVISOR and not own:
        raise Refused("wrong_role", _SUPERVISOR)
    if keys.knows(whose) == (what == "add"):
        raise Refused("person_known" if what == "add" else "no_such_person", "")
    if what == "revoke":
        masked = ""
        if role == _SUPERVISOR and not [
            one
            for one in keys.signers
            if role_of(one) == _SUPERVISOR and one != whose and keys.knows(one)
        ]:
            raise Refused("last_supervisor", "")
    elif len(masked) != 64:
        raise Refused("not_a_key", "")
    elif what == "add" and name:
        if not _is_a_name(name):
            raise Refused("not_a_name", "")
        if len(keys.signers) >= len(ROLES) + PERSONS:
            raise Refused("too_many_persons", str(PERSONS))
    table.settings.write("keys.json", keys.change(whose, masked, signer))
    table.record(("person", what, role, name or role, who_is(signer)))


def _is_a_name(name):
    """Letters and digits, with single signs between them; none is the name of a role."""
    before = " "
    for letter in name:
        plain = letter.isalpha() or letter.isdigit()
        if not plain and (letter not in _LETTERS or (before in _LETTERS and before != ".")):
            return False
        before = letter
    return before not in " '-" and name.lower() not in ROLES
