"""What a board says about itself."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

from cardtable.desk.messages import MESSAGES, PROTOCOL
from host_tools.common.problems import Problem
from host_tools.link import messages


@dataclass(frozen=True)
class Hello:
    protocol: int
    firmware: str
    board: str
    table: str
    epoch: int
    last: int
    challenge: str = ""
    counter: int = 0
    able: list[str] = field(default_factory=list)

    @property
    def simulated(self) -> bool:
        return "simulated" in self.able

    def at_a_cable(self) -> Hello:
        """The same without what no board on USB is. To one that calls itself simulated somebody's
        PIN would go under the key that everybody knows, and be found out there."""
        return replace(self, able=[one for one in self.able if one != "simulated"])

    @property
    def name(self) -> str:
        """What people call it: a board that was never configured has no table's name."""
        return f"table {self.table}" if self.table else "the new board"

    @property
    def title(self) -> str:
        """Its name, as a sentence begins with it."""
        return self.name[0].upper() + self.name[1:]

    @property
    def safe(self) -> bool:
        """It cannot run its table, and says so in safe mode."""
        return "safe" in self.able

    @property
    def is_table(self) -> bool:
        """False of a board that answers, but has no table to tell of."""
        return not {"not_installed", "altered", "safe"} & set(self.able)


def read_hello(told: list) -> Hello:
    """The hello in a message, or a Problem that says which side is too old."""
    why_not = MESSAGES.why_not(told)
    if why_not:
        raise Problem(f"the board's hello cannot be read: {why_not}", "Update its firmware.")
    return of_message(messages.Hello(*told[1:]))


def of_message(said: messages.Hello) -> Hello:
    """The hello that was said, or a Problem that says which side is too old."""
    if said.protocol != PROTOCOL:
        raise Problem(
            f"the board speaks protocol {said.protocol}, this program {PROTOCOL}",
            "Update the older of the two.",
        )
    return Hello(**{one.name: getattr(said, one.name) for one in fields(Hello)})
