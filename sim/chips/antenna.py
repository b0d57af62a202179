"""An antenna under the felt: which tags lie over it, and which fields disturb it.

The felt puts tags here and takes them away; the chip asks who can hear it. A tag lies over one
antenna at a time. Neighbours are antennas so near that two fields on at once disturb each other.
"""


class Antenna:
    """The place where cards meet a reader."""

    reach_mm = 45.0  # up to about there a card answers (assumed; a measured table says otherwise)

    def __init__(self, name: str = ""):
        self.name = name
        self.tags = []
        self.field_on = False
        self.aligned = False  # cards exactly on top of each other detune each other
        self.answering = None  # of cards that overlap not all answer: which(tags); None: all
        self._neighbours = []
        self._changed = None

    def watch(self, changed) -> None:
        """Call `changed()` whenever what a reader could see may have changed. One watcher."""
        if self._changed is not None:
            raise RuntimeError("antenna {} already has a reader".format(self.name))
        self._changed = changed

    def beside(self, other) -> None:
        """Declare two antennas neighbours."""
        if other is self:
            raise ValueError("antenna {} cannot be its own neighbour".format(self.name))
        if other not in self._neighbours:
            self._neighbours.append(other)
            other._neighbours.append(self)

    # The felt's side

    def put(self, tag) -> None:
        """A card comes to lie over this antenna."""
        if tag.antenna is not None:
            raise ValueError(
                "tag {} already lies over antenna {}".format(tag.uid, tag.antenna.name)
            )
        tag.antenna = self
        tag.lose_power()
        self.tags.append(tag)
        self._tell()

    def lay(self, tag, away_mm: float) -> None:
        """A card so far from the antenna's middle: the farther, the less it answers."""
        tag.answers = answers_of_ten(away_mm, self.reach_mm)
        self.put(tag)

    def take(self, tag) -> None:
        """A card is lifted."""
        if tag.antenna is not self:
            raise ValueError("tag {} does not lie over antenna {}".format(tag.uid, self.name))
        self.tags.remove(tag)
        tag.antenna = None
        tag.lose_power()
        self._tell()

    def clear(self) -> None:
        """Everything is lifted."""
        for tag in list(self.tags):
            self.take(tag)

    # The chip's side

    def switch_field(self, on: bool) -> None:
        """Field on or off; without field every tag forgets its state."""
        if on == self.field_on:
            return
        self.field_on = on
        if not on:
            for tag in self.tags:
                tag.lose_power()
        for other in self._neighbours:
            if not on and not other.field_on:  # what this field reached there has no power now
                for tag in other.tags:
                    tag.lose_power()
            other._tell()

    def disturbed(self) -> bool:
        """True when a neighbour's field is on."""
        for other in self._neighbours:
            if other.field_on:
                return True
        return False

    def hearing(self, with_neighbours: bool = False) -> list:
        """The tags a command reaches; with bleeding, those over the neighbours too."""
        if self.disturbed() or (self.aligned and len(self.tags) > 1):
            return []
        own = self.tags if self.answering is None else self.answering(self.tags)
        if not with_neighbours:
            return own
        found = list(own)
        for other in self._neighbours:
            found += other.tags
        return found

    def _tell(self):
        if self._changed is not None:
            self._changed()


def answers_of_ten(away_mm: float, reach_mm: float) -> int:
    """Of ten requests: all well within reach, none beyond it, fewer in between (model)."""
    return max(0, min(10, int((1.1 - away_mm / reach_mm) / 0.35 * 10 + 0.5)))
