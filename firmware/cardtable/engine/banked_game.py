"""A table where the house banks: Canberra Poker with its Boomerang Jackpot."""

from cardtable.jackpot.moves import settle
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra.game import Canberra
from cardtable.rules.canberra.state import WAGERS
from cardtable.rules.round import Refused, ended
from cardtable.rules.seals import SECRET, Sealer, restored

_LIMITED = "canberra"  # NI2004-492 r 11.2; the 1997 rules have no aggregate limit


class BankedGame:
    """Makes rounds, and moves the meter when one is over."""

    def __init__(self, config, random_bytes, books):
        self.game = config["game"]
        # The host has checked the determinations and filled in defaults before it pushed them.
        self.values = config["values"]
        self._fingerprint = config["fingerprint"]
        self.books = books
        self._random_bytes = random_bytes
        self._advised = []

    def new_round(self, number):
        """(round, its opening records). Chips in front of the players are not counted here."""
        self.books.meter.locks = self.values.get("lock_while_pending", 0)
        display = self.books.display or 0
        made = self._round(Sealer(self._random_bytes(SECRET)), display, self._advised)
        return made, [
            ("round", number, self.game, self._fingerprint, None, []),
            ("canberra", display, sorted(self._advised)),
        ]

    def _round(self, sealer, display, advised):
        return Canberra(self.values, {}, sealer, boomerang_class, display, advised, game=self.game)

    def restore(self, records, private):
        """The round that these records made, or None when it cannot go on."""
        sealer = restored(private) if private else Sealer(self._random_bytes(SECRET))
        return ended(self.rebuilding(records, sealer))

    def rebuilding(self, records, sealer):
        """The same in pieces."""
        opening = next(records)
        if opening[2] != self.game or opening[3] != self._fingerprint:
            return None
        self.books.meter.locks = self.values.get("lock_while_pending", 0)
        _, display, advised = next(records)
        made = self._round(sealer, display, advised)
        for record in records:
            if record[0] == "deal" and sealer.face(record[2]) is None:
                return None  # nobody knows what lies under this seal any more
            made.follow(record)
            yield 0
        return made

    def give_up(self):
        """The records that end a round which cannot go on: the players take their wagers back."""
        return [("end", "void", None)]

    def resume(self, records):
        """Between rounds: chips in front of the players are not counted here."""

    def guard(self, given):
        """Refuse jackpot wagers while an increment is held; and, where the operator has chosen so,
        while a major prize is pending. No rule asks for it: none is cited."""
        if given[0] != "jackpot":
            return
        link = self.books.link
        reason = None if link is None else link.why_not(self.books.meter.spent)
        if reason or self.books.meter.locked:
            raise Refused(reason or "jackpot_locked", "")

    def news(self, played):
        """What a round must be told because the meter has moved beside it, or None."""
        display = self.books.display
        if display is None or played.sign == display:
            return None
        if self.books.link is not None and played.phase != WAGERS and self.game == _LIMITED:
            return None  # r 11.1: as at its commencement; a linked sign moves all the time
        return "display", display

    def after(self, ended):
        """The records that settle the jackpot of a finished round."""
        self._advised = list(ended.advised)
        if ended.outcome != "settled":
            return []
        if self.books.link is not None:
            from cardtable.jackpot import linked

            shown = ended.display
            by_round = self.game == _LIMITED
            return linked.settle(
                self.books,
                ended.jackpots(),
                lambda seat: shown if by_round else ended.display_for(seat),
            )
        if self.game == _LIMITED:
            return settle(self.books, ended.jackpots(), lambda seat: ended.display)
        return settle(self.books, ended.jackpots(), ended.display_for, limited=False)
