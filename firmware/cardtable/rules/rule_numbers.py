"""Which rule numbers the documents have: a decision cites a rule that exists.

How many numbered rules each section has, counted in the documents; 0: none below the section's
own number. Paragraphs are not counted. Loaded with the first decision.
"""

_COUNTS = {
    "NI2005-66": (1, 6, 7, 6, 2, 2, 3, 5, 8, 3, 4, 4, 3, 5, 3, 8, 18, 2, 9, 21),
    "NI2006-156": (1, 6, 7, 8, 2, 2, 3, 5, 6, 4, 3, 4, 3, 5, 3, 8, 20, 2, 9, 21),
    "NI2004-492": (1, 9, 5, 4, 2, 3, 4, 2, 7, 5, 3, 8, 2, 4, 2, 9, 26),
    "S89-1997": (0, 0, 4, 3, 2, 9, 4, 2, 5, 0, 3, 0, 7, 2, 11, 4),
    "B": (2, 4, 4, 3, 5, 0, 3, 6, 2, 2, 3, 3, 0, 3, 0, 9, 12),
    "C": (3, 6, 4, 3, 7, 3, 6, 2, 3, 3, 9, 6, 3, 4, 3, 3, 3, 8, 19),
}


def is_numbered(document, text):
    """Whether every rule of a list ("19.3, 19.1(a)"; "C 3.2") is one of the document's."""
    for rule in text.replace(";", ",").split(","):
        if not _is_one(document, rule.replace(" ", "").upper()):
            return False
    return True


def _is_one(document, rule):
    if rule.startswith("R"):
        rule = rule[1:].lstrip(".")
    if document == "TGC-2006":
        counts = [_COUNTS[part] for part in (rule[:1] if rule[:1] in ("B", "C") else "BC")]
        rule = rule.lstrip("BC")
    else:
        counts = [_COUNTS[document]]
    steps = rule.replace("(", ".").replace(")", "").split(".")
    section = _number(steps[0])
    number = _number(steps[1]) if len(steps) > 1 else 0
    for one in counts:
        if 0 < section <= len(one) and 0 <= number <= one[section - 1]:
            return True
    return False


def _number(text):
    """The digits a step begins with; -1 when there are none."""
    digits = 0
    while digits < len(text) and text[digits].isdigit():
        digits += 1
    return int(text[:digits]) if digits else -1
