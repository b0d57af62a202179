"""The board's end of every question and every command: who asks, whether it may be, who does it."""

import json

from cardtable.link.keys import ROOM, role_of, who_is
from cardtable.link.lines import bounded
from cardtable.rules.round import Refused

_QUIET_MS = 1000  # between two records about refused commands: a flood may not fill the journal
_ATTACH_MS = 60000  # between two records that a host has come
_OPEN_TO_ALL = '["maintenance"]'  # before keys are installed there is nothing to protect
_SILENT = ("input", "time", "put")  # what is told by its own records, or comes all the time


class Dispatcher:
    """`table` is the application; `keys` are those of its roles (link/keys.py)."""

    def __init__(self, table, keys):
        self._table = table
        self._clock = table.clock
        self.keys = keys
        self.refused = 0
        self._told = None  # when a refusal was last recorded
        self._attached = None
        self._signer = ""  # of the last command that counts
        self._judges = None  # (signer, command): the input that `judging` is to judge
        self.outcome = None  # of it: (code, detail)

    @property
    def busy(self):
        return self._table.busy

    @property
    def playing(self):
        return self._table.controller.begun

    def able(self):
        """What this board can do, for hello (link/commands.py)."""
        able = list(self._table.able())
        if self.keys.installed:
            able.insert(0, "keyed")
        return able

    def attached(self):
        """A host has come: recorded, but not each time of many."""
        if self._long_ago(self._attached, _ATTACH_MS):
            self._attached = self._clock.ticks_ms()
            self._table.record(("attach", self.refused))

    def flooded(self, present):
        """More comes over the link than it takes, or it is over."""
        self._table.tell_fault("link_flooded", "link", present)

    def ask(self, what, args):
        """The parts of the answer, or None when this is no question."""
        from cardtable.service import queries

        asked = queries.ASKED.get(what)
        answers = self._table.answers
        if asked is None or (answers is not None and what not in answers):
            return None
        return asked(self._table, args)

    def do(self, signer, counter, mac, text):
        """(code, detail): "ok" and what came of it, or why not and by which rule.

        None: `judging` is to be run, and `outcome` has it then.
        """
        if signer == ROOM:
            return self._leased(counter, mac, text)
        code = self.keys.why_not(signer, counter, mac, text)
        if code == "no_keys" and text == _OPEN_TO_ALL:
            code = None
            signer = "technician"
        if code is not None:
            self._deny(signer, code)
            return code, None
        try:
            command = json.loads(text) if bounded(text.encode()) else None
        except ValueError:
            command = None
        if command is None:
            return "not_a_command", "not JSON"
        if isinstance(command, list) and command[:1] == ["input"]:
            self._judges = (signer, command)  # it comes all the time: in pieces
            return None
        return self._why_not(signer, command) or self._carried_out(signer, command)

    def _leased(self, counter, mac, text):
        """A lease of a linked jackpot, and how far the records are as of now."""
        vault = getattr(self._table, "vault", None)
        if vault is None or vault.books.link is None:
            return "no_keys", None
        code = vault.books.link.take(counter, mac, text)
        if code is not None:
            self._deny(ROOM, code)
        journal = vault.journal
        return code or "ok", [vault.calendar.now()[1], journal.epoch, journal.last]

    def _why_not(self, signer, command):
        """None when it has its declared shape and the signer's role may order it, else (code,
        detail)."""
        from cardtable.link.commands import ANY, COMMANDS, DEALER, SUPERVISOR

        reason = COMMANDS.why_not(command)
        if reason is not None:
            return "not_a_command", reason[:80]
        who = COMMANDS.row(command[0])[2]
        role = role_of(signer)
        if who != ANY and who != role and not (who == DEALER and role == SUPERVISOR):
            self._deny(signer, "wrong_role")
            return "wrong_role", who
        return None

    def _carried_out(self, signer, command):
        """(code, detail) of a command that may be."""
        from cardtable.service.commands import handle

        self._tell_signer(signer, command[0])
        try:
            detail = handle(self._table, self.keys, signer, command)
        except Refused as refusal:
            if refusal.code == "names_a_face":
                self._deny(signer, refusal.code)  # somebody tries cards out
            return refusal.code, refusal.rule
        except Exception as failure:  # a bug in one command must not cost the link
            self._table.record(("fault", "command_failed", command[0], 1))
            return "command_failed", repr(failure)[:60]
        if command[0] not in _SILENT:
            self._table.record(("command", role_of(signer), command[0]))
        return "ok", detail

    def judging(self):
        """A console's input in pieces: checked, then judged, and not from within its command: that
        would be the deepest a board's stack has to bear."""
        controller = self._table.controller
        signer, command = self._judges  # type: ignore[misc]  # do() has left it
        self._judges = None
        yield 0
        self.outcome = self._why_not(signer, command)
        if self.outcome is not None:
            return
        yield 0
        self.outcome = self._carried_out(signer, command)
        given = self.outcome[1]
        if self.outcome[0] != "ok" or given is None:
            return  # refused, or it waits behind what came before it
        try:
            yield from controller.giving(given)
            refusal = None if controller.taken else controller.refusal
            self.outcome = ("ok", None) if refusal is None else (refusal.code, refusal.rule)
        except Exception as failure:
            self._table.record(("fault", "command_failed", "input", 1))
            self.outcome = ("command_failed", repr(failure)[:60])

    def _tell_signer(self, signer, what):
        """Who orders from here on, when that is another person; a shared PIN has no name."""
        if what == "time" or signer == self._signer:
            return
        if "/" in self._signer + signer:
            self._table.record(("signs", role_of(signer), who_is(signer)))
        self._signer = signer

    def _deny(self, signer, code):
        self.refused += 1
        if code != "slow_down" and self._long_ago(self._told, _QUIET_MS):
            self._told = self._clock.ticks_ms()
            self._table.record(("denied", signer[:31], code, self.refused))

    def _long_ago(self, ticks, limit):
        clock = self._clock
        # Below 0: more than six days ago, half of what the ticks count.
        return ticks is None or not 0 <= clock.ticks_diff(clock.ticks_ms(), ticks) < limit
