"""`cardtable room`: one file a verb."""
