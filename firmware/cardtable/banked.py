"""A table where the house banks: Canberra Poker with its Boomerang Jackpot."""

from cardtable.jackpot.meter import Meter
from cardtable.jackpot.payouts import is_major
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra import Canberra
from cardtable.rules.determinations import fingerprint, resolve
from cardtable.rules.seals import Sealer


class BankedTable:
    """Makes rounds, and moves the meter when one is over."""

    def __init__(self, config, random_bytes):
        self.values = resolve(config["game"], config["determinations"])
        jackpot = config["jackpot"]
        self.meter = Meter(
            jackpot["pool"], jackpot["reserve"], jackpot["start_up"], jackpot["pool_share"]
        )
        self._random_bytes = random_bytes
        self._advised = []

    def new_round(self, number):
        """(round, its opening record). Chips in front of the players are not counted here."""
        made = Canberra(
            self.values,
            {},
            Sealer(self._random_bytes(16)),
            boomerang_class,
            self.meter.display,
            self._advised,
        )
        return made, ("round", number, made.game, fingerprint(self.values), None, [])

    def after(self, ended):
        """The records that settle the jackpot of a finished round."""
        self._advised = ended.advised
        records = []
        if ended.outcome != "settled":
            return records
        won = [(seat, prize) for seat, _, prize in ended.jackpots() if prize]
        amounts = self.meter.prizes([prize for _, prize in won], ended.display)
        for (seat, prize), amount in zip(won, amounts):
            sources = self.meter.sources(prize, amount)
            self._move(records, ("jackpot_paid", seat, prize, amount) + sources)
        if [prize for _, prize in won if is_major(prize)]:
            self._move(records, ("meter_seed",) + self.meter.seed())
        for _, wager, prize in ended.jackpots():
            if wager and not prize:
                self._move(records, ("meter_in",) + self.meter.wager(wager))
        if records:
            records.append(("meter", self.meter.pool, self.meter.reserve))
        return records

    def _move(self, records, record):
        self.meter.apply(record)
        records.append(record)
