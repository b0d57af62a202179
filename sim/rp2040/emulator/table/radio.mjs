// Tags and the antennas they lie over: sim/chips/tag.py and antenna.py once more.

export const IDLE = 0;
export const READY = 1;
export const ACTIVE = 2;
export const HALT = 3;

const LONGEST_UID = 10;

/** A card's inlay (ISO 14443-3 type A), known by its UID in hex digits. */
export class Tag {
  constructor(uid) {
    this.uid = [...Buffer.from(uid, 'hex')];
    this.bitsOnAir = bitsOnAir(this.uid);
    this.antenna = null;
    this.answers = 10; // of ten requests
    this.asked = 0;
    this.losePower();
  }

  losePower() {
    this.state = IDLE;
    this.wasHalted = false;
  }

  /** A request reaches it: whether it answers. */
  hearsRequest(wakeUp) {
    if (this.answers < 10 && this.state === IDLE) {
      this.asked += 1;
      if ((this.asked * 7) % 10 >= this.answers) {
        return false; // spread evenly
      }
    }
    if (this.state === IDLE || (wakeUp && this.state === HALT)) {
      this.wasHalted = this.state === HALT;
      this.state = READY;
      return true;
    }
    this.fallBack();
    return false;
  }

  /** Something it did not expect: back to where it came from. */
  fallBack() {
    if (this.state !== HALT) {
      this.state = this.wasHalted ? HALT : IDLE;
    }
  }

  select() {
    this.state = ACTIVE;
  }

  halt() {
    this.state = HALT;
  }
}

/** The UID as a number whose highest bit goes over the air first. */
function bitsOnAir(uid) {
  let number = 0n;
  for (let k = 0; k < LONGEST_UID; k++) {
    for (let bit = 0; bit < 8; bit++) {
      number = (number << 1n) | BigInt(((uid[k] ?? 0) >> bit) & 1);
    }
  }
  return number;
}

/** Which tags lie over a reader, and which fields disturb it. */
export class Antenna {
  constructor(name) {
    this.name = name;
    this.tags = [];
    this.fieldOn = false;
    this.neighbours = [];
    this.onChange = null; // the chip's
    this.onField = null; // whoever measures
    this.reachMm = 45; // assumed, as sim/chips/antenna.py
  }

  beside(other) {
    this.neighbours.push(other);
    other.neighbours.push(this);
  }

  /** A card so far from the antenna's middle: the farther, the less it answers. */
  lay(tag, awayMm) {
    const part = ((1.1 - awayMm / this.reachMm) / 0.35) * 10;
    tag.answers = Math.max(0, Math.min(10, Math.floor(part + 0.5)));
    this.put(tag);
  }

  put(tag) {
    if (tag.antenna !== null) {
      throw new Error(`the card already lies over ${tag.antenna.name}, not over ${this.name}`);
    }
    tag.antenna = this;
    tag.losePower();
    this.tags.push(tag);
    this.onChange?.();
  }

  take(tag) {
    if (tag.antenna !== this) {
      throw new Error(`the card does not lie over ${this.name}`);
    }
    this.tags.splice(this.tags.indexOf(tag), 1);
    tag.antenna = null;
    tag.losePower();
    this.onChange?.();
  }

  switchField(on) {
    if (on === this.fieldOn) {
      return;
    }
    this.fieldOn = on;
    this.onField?.(on);
    if (!on) {
      this.tags.forEach((tag) => tag.losePower());
    }
    for (const other of this.neighbours) {
      if (!on && !other.fieldOn) {
        other.tags.forEach((tag) => tag.losePower());
      }
      other.onChange?.();
    }
  }

  get disturbed() {
    return this.neighbours.some((other) => other.fieldOn);
  }

  /** The tags a command reaches; when the field bleeds, those over the neighbours too. */
  hearing(withNeighbours = false) {
    if (this.disturbed) {
      return [];
    }
    if (!withNeighbours) {
      return this.tags;
    }
    return [this, ...this.neighbours].flatMap((antenna) => antenna.tags);
  }
}
