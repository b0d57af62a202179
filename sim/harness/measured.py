"""A measured table as the model: what `cardtable bringup` wrote down, taken over by emulated chips.

`model` has for each reader of a table ("box 3", "shoe") what differs from the model of data sheets:
ack_us, work_us, fails_every, lists_two of its chip, reach_mm of its antenna.
"""

from cardtable.engine.round_port import where

OF_THE_CHIP = ("ack_us", "work_us", "fails_every", "lists_two")


def take(world, model) -> list:
    """Make the world's readers as they were measured; names of those it does not have."""
    full = world.full
    chips = {} if full is None else {where(p): p for p in full.chips}
    unknown = []
    for name, values in model.items():
        if name == "shoe" and world.shoe_chip is not None:
            chip, antenna = world.shoe_chip, world.shoe_antenna
        elif full is not None and name in chips:
            chip, antenna = full.chips[chips[name]], full.antennas[chips[name]]
        else:
            unknown.append(name)
            continue
        for key in OF_THE_CHIP:
            if key in values:
                setattr(chip, key, values[key])
        if "reach_mm" in values:
            antenna.reach_mm = values["reach_mm"]
    return unknown
