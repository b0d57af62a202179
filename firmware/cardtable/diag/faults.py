"""Every fault the board can tell, declared once. Words and remedies for people live on the host.

A row is (code, fields, severity, who clears it). Severity: "stop" (play stops), "degraded" (the
table plays on with less), "notice". Who: "itself", "dealer", "technician", "supervisor".
"""

from cardtable.declare import Kinds

FAULTS = Kinds(
    ("reader_silent", "where:text count:int(0..)", "degraded", "technician"),
    ("reader_wrong_chip", "where:text count:int(0..)", "degraded", "technician"),
    ("panel_silent", "where:text count:int(0..)", "degraded", "technician"),
    ("foreign_card", "where:text count:int(0..)", "notice", "dealer"),
    ("card_seen_twice", "where:text count:int(0..)", "notice", "supervisor"),
    ("task_failed", "where:text count:int(0..)", "notice", "itself"),
)
