"""Five Card Stud: one card down, four open; the cards of each betting round as they come."""

from __future__ import annotations

from host_tools.histories.actions import HOLE, Action
from host_tools.histories.cards import Cards
from host_tools.histories.replayer import Replay
from host_tools.histories.variants import HOLE_CARDS

_EACH = HOLE_CARDS["stud"]


class StudReplay(Replay):
    """A hand of stud; cards are dealt in the table's own order, whatever the file's is."""

    def _cards(self) -> Cards:
        return Cards(self.history, _EACH, whole=False)

    def _deal(self) -> None:
        self.left = {player: list(self.cards.hole[player]) for player in self.order}
        self.table.take(("begin",))
        self._deal_street()

    def _deal_street(self, action: Action | None = None) -> None:
        table = self.table
        while table.outcome is None:
            due = [given[1] for given in table.expects() if given[0] == "card"]
            if not due or not self.left.get(due[0]):
                return
            given = ("card", due[0], self.left[due[0]].pop(0))
            if action is None:
                self._follow(given)
            else:
                self._regular(action, given)

    def _take(self, action: Action) -> None:
        if action.kind == HOLE and self.table.street:
            self._playing(action)
            if self.table.phase == "deal" or self.table._may_go_on():
                self._deal_street(action)
            return
        super()._take(action)
