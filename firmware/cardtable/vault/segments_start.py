"""The journal's files after a restart: every line checked, a damaged end cut off. Then done."""

from cardtable.vault.segments import TAIL, Ahead, Damage, Segment, tail


def logs(files, epoch=None):
    """The journal's files, of one epoch or of all: (epoch, first record, name), oldest first.

    By their numbers: as text 100000000 would come before 99999999, and epoch 10 before 9.
    """
    found = []
    for name in files.names():
        if name[:1] == "e" and name[-4:] == ".log":
            head, _, first = name[1:-4].partition("-")
            if head.isdigit() and first.isdigit() and epoch in (None, int(head)):
                found.append((int(head), int(first), name))
    return sorted(found)


def scan(segments, epoch):
    """Read all files of an epoch and check every line; Damage when one cannot be read on."""
    files = segments._files
    segments.start(epoch)
    before = None
    for _, first, name in logs(files, epoch):
        segment = Segment(name, first)
        if segments.all and segment.first != segments.last + 1:
            raise Damage(segment, segments.last + 1, 0)
        segments.all.append(segment)
        for previous in _read(segments, segment):
            if before is not None and previous != before:
                raise Damage(segment, segment.last, 0)
            before = segments.last_digest
        if segment.last < segment.first:  # made, but nothing was kept in it
            segments.all.pop()
            files.remove(name)


def _read(segments, segment):
    """Check a file line by line; yields the digest each record says it follows."""
    ahead = Ahead(segment, segments.last_digest, segments.rounds)
    number = segment.first
    with segments._files.open(segment.name) as file:
        while True:
            raw = file.readline()
            if not raw:
                return
            line = raw[:-TAIL]
            previous = _checked(raw, line, number)
            if previous is None:
                raise Damage(segment, number, segment.size)
            ahead.note(number, line)
            segments._take(ahead, segment)
            yield previous
            number += 1


def cut(segments, damage):
    """Keep only what is good of the damaged last file."""
    files = segments._files
    kept = files.read(damage.segment.name)[: damage.size]
    if kept:
        files.write(damage.segment.name, (kept,))
    else:
        files.remove(damage.segment.name)


def _checked(raw, line, number):
    """The digest that a good line says it follows, or None."""
    if raw[-TAIL:] != tail(line):
        return None
    parts = line.split(b",", 6)
    if len(parts) < 7 or parts[2] != str(number).encode():
        return None
    return parts[5][1:-1].decode()
