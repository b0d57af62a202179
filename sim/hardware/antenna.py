"""An antenna under the felt: which tags lie over it, and which fields disturb it.

The felt puts tags here and takes them away; the chip asks who can hear it. A tag lies over one
antenna at a time. Neighbours are antennas so near that two fields on at once disturb each other.
"""


class Antenna:
    """The place where cards meet a reader."""

    def __init__(self, name: str = ""):
        self.name = name
        self.tags = []
        self.field_on = False
        self.aligned = False  # cards exactly on top of each other detune each other
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
        if not with_neighbours:
            return self.tags
        found = list(self.tags)
        for other in self._neighbours:
            found += other.tags
        return found

    def _tell(self):
        if self._changed is not None:
            self._changed()
