"""An intake that also writes into a trace how far the ledger was when the board said hello."""

from __future__ import annotations

from host_tools.ledger.intake import Intake
from host_tools.ledger.place import Place
from host_tools.link.trace import Recorder


class RecordedIntake(Intake):
    """Without this note a trace could not be judged again on another desk."""

    def __init__(self, path: Place, recorder: Recorder) -> None:
        super().__init__(path)
        self._recorder = recorder

    def open(self, table: str, epoch: int) -> None:
        super().open(table, epoch)
        self._recorder.note(f"head {epoch} {self.number} {self.digest} {table}")
