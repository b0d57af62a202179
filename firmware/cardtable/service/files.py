"""Configuration from the host: written beside the old one in pieces, put in force as a whole."""

import hashlib
import json
from binascii import a2b_base64, hexlify

from cardtable.link.keys import role_of, who_is
from cardtable.rules.round import Refused
from cardtable.unload import unload

# What is put → (where it goes, who may put it in force)
_FILES = {
    "table": ("table.json", "supervisor"),
    "board": ("board.json", "technician"),
    "order": ("vault/order.json", "supervisor"),
}
_LARGEST = 16384
_DEEPEST = 8


def put(table, signer, name, offset, data):
    """One piece; the reply says how much is there. Only from a role that may put it in force: a
    file that is being sent is nobody else's to spoil, and flash wears."""
    who = _FILES[name][1]
    if role_of(signer) != who:
        raise Refused("wrong_role", who)
    try:
        piece = a2b_base64(data)
    except ValueError:
        raise Refused("not_base64", "")
    path = _incoming(table, name)
    there = 0 if offset == 0 else _size(path)
    if offset != there:
        raise Refused("out_of_order", str(there))
    if offset + len(piece) > _LARGEST:
        raise Refused("too_large", str(_LARGEST))
    with open(path, "ab" if offset else "wb") as file:
        file.write(piece)
    return offset + len(piece)


def commit(table, signer, name, sha256):
    """Put it in force: the board starts again with it. Never in the middle of a round."""
    target, who = _FILES[name]
    if role_of(signer) != who:
        raise Refused("wrong_role", who)
    if name == "order":
        # Books are replaced only where play has stopped; the new epoch begins with a record of it.
        if table.answers is None and table.vault.stopped is None:
            raise Refused("not_stopped", "")
    elif table.controller.begun:
        raise Refused("round_in_play", "")
    path = _incoming(table, name)
    try:
        with open(path, "rb") as file:
            content = file.read()
        if hexlify(hashlib.sha256(content).digest()).decode() != sha256 or not flat(content):
            raise ValueError
        content = json.loads(content)
    except (OSError, ValueError):
        raise Refused("not_complete", "")
    from cardtable.service import config_check

    try:
        config_check.check(name, content)
    finally:
        unload("cardtable.service.config_check")
    if name != "order":
        from cardtable.service.in_force import keep

        keep(table.settings, target)
        table.settings.replace(path, target)
    else:
        content["who"] = who_is(signer)
        table.settings.write(target, content)
    table.restart_soon()


def flat(content):
    """Whether brackets are nested no deeper than a small stack can bear; text included."""
    depth = 0
    for byte in content:
        if byte == 91 or byte == 123:
            depth += 1
            if depth > _DEEPEST:
                return False
        elif byte == 93 or byte == 125:
            depth -= 1
    return True


def _incoming(table, name):
    return table.settings.path("incoming_" + name)


def _size(path):
    try:
        with open(path, "rb") as file:
            return file.seek(0, 2)
    except OSError:
        return 0
