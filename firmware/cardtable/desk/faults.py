"""Every fault the board can tell, declared once. Words and remedies for people live on the host.

A row is (code, fields, severity, who clears it). Severity: "stop" (play stops), "degraded" (the
table plays on with less), "notice". Who: "itself", "dealer", "technician", "supervisor".
"""

from cardtable.schema import Schema

FAULTS = Schema(
    ("reader_silent", "where:text count:int(0..)", "degraded", "technician"),
    ("reader_wrong_chip", "where:text count:int(0..)", "degraded", "technician"),
    ("panel_silent", "where:text count:int(0..)", "degraded", "technician"),
    ("foreign_card", "where:text count:int(0..)", "notice", "dealer"),
    ("card_seen_twice", "where:text count:int(0..)", "notice", "supervisor"),
    # Readers and tracker of a full table: they name places and counts, never faces
    ("reader_disturbed", "where:text count:int(0..)", "degraded", "technician"),
    ("too_many_cards", "where:text count:int(0..)", "notice", "dealer"),
    ("card_unseen", "where:text count:int(0..)", "notice", "dealer"),
    ("card_elsewhere", "where:text count:int(0..)", "notice", "dealer"),
    ("shoe_missed", "where:text count:int(0..)", "notice", "dealer"),
    ("hand_split", "where:text count:int(0..)", "notice", "dealer"),
    ("hand_in_rack", "where:text count:int(0..)", "notice", "supervisor"),
    ("chip_without_wager", "where:text count:int(0..)", "notice", "dealer"),
    ("wager_without_chip", "where:text count:int(0..)", "notice", "dealer"),
    ("other_deck", "where:text count:int(0..)", "notice", "supervisor"),
    # The application itself
    ("task_failed", "where:text count:int(0..)", "notice", "itself"),
    ("task_hangs", "where:text count:int(0..)", "degraded", "itself"),
    ("board_restarts", "where:text count:int(0..)", "notice", "technician"),
    ("command_failed", "where:text count:int(0..)", "notice", "technician"),
    ("judge_failed", "where:text count:int(0..)", "notice", "technician"),
    # A linked jackpot without its room: the base game goes on
    ("no_lease", "where:text count:int(0..)", "notice", "supervisor"),
    # More on the link than it takes, for a second or longer: play goes on, the rest is held up
    ("link_flooded", "where:text count:int(0..)", "notice", "technician"),
    # A new configuration with which the table did not start: the one before is in force
    ("configuration_failed", "where:text count:int(0..)", "notice", "supervisor"),
    # The board's own files, compared at its start
    ("file_altered", "where:text count:int(0..)", "stop", "technician"),
    ("file_missing", "where:text count:int(0..)", "stop", "technician"),
    ("file_unexpected", "where:text count:int(0..)", "stop", "technician"),
    ("manifest_damaged", "where:text count:int(0..)", "stop", "technician"),
    # A board that cannot run its table: safe mode
    ("update_unfinished", "where:text count:int(0..)", "stop", "technician"),
    ("does_not_stay_up", "where:text count:int(0..)", "stop", "technician"),
    ("not_loadable", "where:text count:int(0..)", "stop", "technician"),
    # The table's own files, each in two copies
    ("settings_repaired", "where:text count:int(0..)", "notice", "technician"),
    ("settings_taken", "where:text count:int(0..)", "notice", "technician"),
    ("settings_damaged", "where:text count:int(0..)", "stop", "technician"),
    ("settings_disagree", "where:text count:int(0..)", "stop", "technician"),
    # The vault's self-test: what stops play waits for the one who is named
    ("vault_blank", "where:text count:int(0..)", "stop", "supervisor"),
    ("vault_damaged", "where:text count:int(0..)", "stop", "supervisor"),
    ("fram_missing", "where:text count:int(0..)", "stop", "technician"),
    ("fram_lost", "where:text count:int(0..)", "stop", "technician"),
    ("fram_protected", "where:text count:int(0..)", "stop", "technician"),
    ("fram_new", "where:text count:int(0..)", "stop", "supervisor"),
    ("fram_damaged", "where:text count:int(0..)", "stop", "supervisor"),
    ("fram_foreign", "where:text count:int(0..)", "stop", "supervisor"),
    ("flash_new", "where:text count:int(0..)", "stop", "supervisor"),
    ("flash_foreign", "where:text count:int(0..)", "stop", "supervisor"),
    ("flash_full", "where:text count:int(0..)", "stop", "technician"),
    ("flash_failing", "where:text count:int(0..)", "stop", "technician"),
    ("epochs_differ", "where:text count:int(0..)", "stop", "supervisor"),
    ("copies_disagree", "where:text count:int(0..)", "stop", "supervisor"),
    ("ring_damaged", "where:text count:int(0..)", "stop", "supervisor"),
    ("journal_damaged", "where:text count:int(0..)", "stop", "supervisor"),
    ("journal_full", "where:text count:int(0..)", "stop", "itself"),
    ("audit_failed", "where:text count:int(0..)", "stop", "supervisor"),
    ("schema_newer", "where:text count:int(0..)", "stop", "technician"),
    ("order_unknown", "where:text count:int(0..)", "stop", "supervisor"),
    ("not_new", "where:text count:int(0..)", "stop", "supervisor"),
    ("nothing_to_restore", "where:text count:int(0..)", "stop", "supervisor"),
    ("faces_full", "where:text count:int(0..)", "notice", "supervisor"),
    ("faces_damaged", "where:text count:int(0..)", "notice", "technician"),
    ("copy_repaired", "where:text count:int(0..)", "notice", "itself"),
    ("ring_repaired", "where:text count:int(0..)", "notice", "itself"),
    ("journal_repaired", "where:text count:int(0..)", "notice", "itself"),
    ("journal_hurt", "where:text count:int(0..)", "notice", "itself"),
    ("round_lost", "where:text count:int(0..)", "notice", "supervisor"),
    ("records_held_back", "where:text count:int(0..)", "notice", "itself"),
    ("fram_smaller", "where:text count:int(0..)", "stop", "technician"),
    ("flash_only", "where:text count:int(0..)", "degraded", "technician"),
    # The meter
    ("excessive_increment", "where:text count:int(0..)", "degraded", "supervisor"),
)
