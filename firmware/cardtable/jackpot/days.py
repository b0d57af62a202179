"""Gaming days: commission taken, against the drop as it was counted. Moved by records only."""

_KEPT = 3  # closed days, besides the one that is open
_UNCOUNTED = -1


class Days:
    """The open gaming day and the last closed ones: [day, commission, counted drop]."""

    def __init__(self):
        self.days = []  # the open one last; counted is -1 until the drop box was counted

    def apply(self, record):
        kind = record[0]
        if kind == "day_open":
            self.days.append([record[1], 0, _UNCOUNTED])
            if len(self.days) > _KEPT + 1:
                self.days.pop(0)
        elif kind == "commission":
            if not self.days:  # commission before a first day was opened still counts
                self.days.append(["", 0, _UNCOUNTED])
            self.days[-1][1] += record[2]
        elif kind == "drop":
            for one in self.days:
                if one[0] == record[1]:
                    one[2] = record[2]

    def difference(self, day):
        """Counted drop less commission taken; None while the day is unknown or not counted."""
        for one in self.days:
            if one[0] == day and one[2] != _UNCOUNTED:
                return one[2] - one[1]
        return None
