"""The office's verbs: records into the ledger, and what the ledger tells. One file a verb."""
