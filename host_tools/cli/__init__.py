"""The verbs of `cardtable`, one file each: options in, library call, words out."""
