"""Where the documents' rules of tournaments differ, as data; the rule numbers to cite.

NI2004-492 r 17 (Canberra Poker), S89-1997 r 16 (its earlier rules), NI2005-66 and NI2006-156 r 20
(Draw, Omaha), TGC-2006 B 16 (freeze-out). S89-1997 and Tasmania's Hold-Em leave nearly everything
to the approved conditions.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.rules.determinations import DOCUMENTS

_BY_CONDITIONS = {"S89-1997": "16.2", "TGC-2006": "C3.2"}
_CANBERRA = {
    "approved": "17.3",
    "departs": "17.5",
    "leaving": "17.3",
    "one_entry": "17.6",
    "ballot": "17.7",
    "late_entry": "17.7",
    "players_a_table": "17.8",
    "forfeit": "17.9",
    "reserve": "17.10",
    "substitute": "17.11",
    "chips": "17.13",
    "minimum": "17.14",
    "break": "17.19",
    "pace": "17.20",
    "places": "17.21",
    "whole_pool": "17.22",
    "equal_chips": "17.23",
    "same_round": "17.24",
    "fees": "17.25",
    "cancelled": "17.26",
}
_ACT_POKER = {
    "approved": "20.3",
    "departs": "20.5",
    "leaving": "20.3",
    "one_entry": "20.6",
    "ballot": "20.7",
    "late_entry": "20.7",
    "players_a_table": "20.8",
    "forfeit": "20.9",
    "reserve": "20.10",
    "absent": "20.11",
    "substitute": "20.12",
    "chips": "20.14",
    "break": "20.15",
    "pace": "20.16",
    "places": "20.17",
    "whole_pool": "20.18",
    "same_round": "20.19",
    "fees": "20.20",
    "cancelled": "20.21",
}
_S89 = {"approved": "16.2", "departs": "16.3", "fees": "16.4"}
_FREEZE_OUT = {
    "same_chips": "B16.1",
    "chips": "B16.2",
    "late_entry": "B16.3",
    "leaving": "B16.4",
    "level": "B16.5",
    "until_one": "B16.6",
    "places": "B16.6",
    "interrupted": "B16.7",
    "deck": "B16.8",
}


@dataclass(frozen=True)
class TournamentRules:
    """One document's rules for tournaments."""

    game: str
    document: str
    numbers: dict[str, str]
    # 17.9: who is not seated when a session commences HAS forfeited; 20.9: MAY be deemed to have
    forfeits_by_itself: bool
    # 20.10: the fee of an entrant whose seat a reserve player bought goes back; under 17.9 it stays
    replaced_fee_returns: bool
    # 17.23: equal chips at the end of a session are played off
    plays_off_equal_chips: bool
    # 20.19: what was put into the pots decides between players eliminated in one round
    contribution_decides: bool
    # B16.7: it goes on another day only with everybody who is left
    waits_for_all: bool
    # 17.14: without the table minimum a player is out; elsewhere one may tap out with less (14.1)
    minimum_decides: bool
    # S89-1997 16.4; elsewhere whatever was approved
    most_commission_percent: int | None = None

    def cite(self, what: str) -> str:
        """The rule behind `what`; where the document has none, the approved conditions'."""
        number = self.numbers.get(what) or _BY_CONDITIONS.get(self.document)
        return f"{self.document} {number}" if number else self.document


def rules_for(game: str, freeze_out: bool = False) -> TournamentRules:
    """The rules by which a tournament of `game` is run."""
    document = DOCUMENTS[game]
    canberra = document == "NI2004-492"
    act_poker = document in ("NI2005-66", "NI2006-156")
    numbers = _CANBERRA if canberra else _ACT_POKER if act_poker else {}
    if document == "S89-1997":
        numbers = _S89
    if freeze_out:
        numbers = _FREEZE_OUT
    return TournamentRules(
        game=game,
        document=document,
        numbers=numbers,
        forfeits_by_itself=canberra,
        replaced_fee_returns=act_poker,
        plays_off_equal_chips=canberra,
        waits_for_all=freeze_out,
        contribution_decides=not document.startswith(("NI2004", "S89")),
        minimum_decides=document.startswith(("NI2004", "S89")),
        most_commission_percent=10 if document == "S89-1997" else None,
    )
