// What a PN532 does with each command (UM0701-02, chapter 7): sim/chips/commands.py once more.
//
// A command is a generator: it yields the microseconds it takes, or WAIT_FOR_TAG, and returns its
// answer without TFI and response code, SYNTAX_ERROR or NO_ANSWER.
import { Faults } from './faults.mjs';
import { ACTIVE, IDLE, READY } from './radio.mjs';

export const SYNTAX_ERROR = null;
export const NO_ANSWER = false;
export const WAIT_FOR_TAG = -1;
export const TRY_US = 5500; // one unanswered request (published: 5 to 6 ms)

const FIELD_ON_US = 5100; // ISO 14443-3 5.2.1
const ACTIVATE_US = 4504; // REQA to the last SAK of a 7-byte UID, no collision
const COLLISION_US = 650; // one bit of anticollision more
const HALT_US = 1368; // HLTA and its guard time
const HLTA_AIR_US = 368;
const BYTE_US = 85; // eight bits and parity at 106 kbit/s
const SELF_TEST_US = 20000;
const FOREVER = 0xff;

// Status bytes (7.1)
const OK = 0x00;
const TIMEOUT = 0x01;
const WRONG_CONTEXT = 0x27;

const PN532_IC = 0x32;
const OTHER_IC = 0x07;

const RF_ITEM_LENGTHS = { 1: 1, 2: 3, 4: 1, 5: 3, 10: 11, 11: 8, 12: 3, 13: 9 }; // 7.3.1
const CIU_TX_CONTROL = 0x6304;
const CASCADE_TAG = 0x88;
const HLTA = 0x50;

export class Commands {
  constructor(antenna) {
    this.antenna = antenna;
    this.faults = new Faults();
    this.forget();
  }

  /** Back to what the chip knows after power on. */
  forget() {
    this.sam = false;
    this.retryUs = 51200; // fRetryTimeout 0x0A
    this.activationRetries = FOREVER; // MxRtyPassiveActivation
    this.targets = new Map();
    this.registers = new Map([[CIU_TX_CONTROL, 0x80]]);
  }

  /** The generator that works on a command; the chip refuses what it does not know. */
  work(code, p) {
    const command = KNOWN[code];
    return command ? command.call(this, p) : refuse();
  }

  *diagnose(p) {
    if (p[0] === 0) {
      return p; // communication line: echo
    }
    if ((p[0] === 1 || p[0] === 2) && p.length === 1) {
      yield SELF_TEST_US; // ROM, RAM
      return [OK];
    }
    if (p[0] === 7 && p.length === 2) {
      return [OK]; // antenna: no detector has tripped
    }
    return SYNTAX_ERROR;
  }

  *firmwareVersion() {
    return [this.faults.strikes('wrong_ic') ? OTHER_IC : PN532_IC, 1, 6, 7];
  }

  *generalStatus() {
    const targets = [...this.targets.keys()].flatMap((number) => [number, 0, 0, 0]);
    return [OK, this.antenna.disturbed ? 1 : 0, this.targets.size, ...targets, 0x80];
  }

  *readRegister(p) {
    if (!p.length || p.length % 2) {
      return SYNTAX_ERROR;
    }
    const values = [];
    for (let k = 0; k < p.length; k += 2) {
      values.push(this.registers.get((p[k] << 8) | p[k + 1]) ?? 0);
    }
    return values;
  }

  *writeRegister(p) {
    if (!p.length || p.length % 3) {
      return SYNTAX_ERROR;
    }
    for (let k = 0; k < p.length; k += 3) {
      this.registers.set((p[k] << 8) | p[k + 1], p[k + 2]);
    }
    return [];
  }

  *setParameters(p) {
    return p.length === 1 ? [] : SYNTAX_ERROR;
  }

  *samConfiguration(p) {
    if (p.length < 1 || p.length > 3 || p[0] < 1 || p[0] > 4) {
      return SYNTAX_ERROR;
    }
    this.sam = true;
    return [];
  }

  *powerDown(p) {
    if (p.length < 1 || p.length > 2) {
      return SYNTAX_ERROR;
    }
    this.dropField();
    return [OK];
  }

  *rfConfiguration(p) {
    if (RF_ITEM_LENGTHS[p[0]] !== p.length - 1) {
      return SYNTAX_ERROR;
    }
    if (p[0] === 1) {
      if (p[1] & 1) {
        yield* this.raiseField();
      } else {
        this.dropField();
      }
    } else if (p[0] === 2) {
      this.retryUs = p[3] ? 100 << (p[3] - 1) : 0;
    } else if (p[0] === 5) {
      this.activationRetries = p[3];
    }
    return [];
  }

  *raiseField() {
    if (!this.antenna.fieldOn) {
      this.antenna.switchField(true);
      this.registers.set(CIU_TX_CONTROL, 0x83);
      yield FIELD_ON_US;
    }
  }

  dropField() {
    this.antenna.switchField(false);
    this.registers.set(CIU_TX_CONTROL, 0x80);
    this.targets.clear();
  }

  *listPassiveTarget(p) {
    if (p.length < 2 || (p[0] !== 1 && p[0] !== 2) || p[1] > 4) {
      return SYNTAX_ERROR;
    }
    yield* this.raiseField();
    this.targets.clear();
    if (p[1] !== 0) {
      yield TRY_US; // only cards of 106 kbit/s type A live on this felt
      return [0];
    }
    let wanted = p.slice(2);
    if (wanted.length === 8 && wanted[0] === CASCADE_TAG) {
      wanted = wanted.slice(1);
    }
    const answer = [];
    for (let number = 1; number <= p[0]; number++) {
      let retries = this.activationRetries;
      if (number === 2) {
        this.targets.get(1).halt(); // the first sleeps while the second is looked for
        yield HALT_US;
        retries = 0;
      }
      const tag = yield* this.find(wanted, retries);
      if (tag === null) {
        break;
      }
      this.targets.set(number, tag);
      const uid = [...tag.uid];
      if (this.faults.strikes('garbled_uid')) {
        uid[uid.length - 1] ^= 0x10;
      }
      answer.push(number, 0x00, 0x44, 0x00, uid.length, ...uid); // ATQA, SAK
    }
    return [this.targets.size, ...answer];
  }

  *find(wanted, retries) {
    for (let tries = 0; ; tries++) {
      const ghosts = this.faults.strikes('ghost_uid');
      let found = this.antenna.hearing(ghosts).filter((tag) => tag.hearsRequest(false));
      if (found.length > 1 && this.faults.strikes('collision')) {
        found.forEach((tag) => tag.fallBack());
        found = [];
      }
      if (wanted.length) {
        const others = found.filter((tag) => !sameUid(tag.uid, wanted));
        others.forEach((tag) => tag.fallBack());
        found = found.filter((tag) => sameUid(tag.uid, wanted));
      }
      if (found.length) {
        const [winner, collisions] = anticollide(found);
        yield ACTIVATE_US + collisions * COLLISION_US;
        if (winner.state === READY) {
          selectOne(found, winner); // it stayed until the end
          return winner;
        }
      } else if (retries === FOREVER && !this.antenna.hearing().some((t) => t.state === IDLE)) {
        yield WAIT_FOR_TAG;
      } else {
        yield TRY_US;
      }
      if (retries !== FOREVER && tries >= retries) {
        return null;
      }
    }
  }

  *communicateThru(p) {
    if (!p.length) {
      return SYNTAX_ERROR;
    }
    const tag = this.antenna.hearing().find((one) => one.state === ACTIVE);
    if (!tag) {
      yield this.retryUs;
      return [TIMEOUT];
    }
    return yield* this.talk(tag, p);
  }

  *dataExchange(p) {
    if (p.length < 2) {
      return SYNTAX_ERROR;
    }
    const tag = this.targets.get(p[0] & 0x3f);
    return tag ? yield* this.talk(tag, p.slice(1)) : [WRONG_CONTEXT];
  }

  /** Of what a tag can be told only HLTA is known here, which no tag answers. */
  *talk(tag, command) {
    if (!this.faults.strikes('tag_lost')) {
      yield command.length * BYTE_US;
      if (command[0] === HLTA && tag.state === ACTIVE) {
        tag.halt();
      }
    }
    yield HLTA_AIR_US + this.retryUs;
    return [TIMEOUT];
  }

  *letGo(p, forget) {
    if (p.length !== 1) {
      return SYNTAX_ERROR;
    }
    const numbers = [...this.targets.keys()].filter((number) => p[0] === 0 || p[0] === number);
    if (p[0] && !numbers.length) {
      return [WRONG_CONTEXT];
    }
    for (const number of numbers) {
      const { uid } = this.targets.get(number);
      const isMeant = (tag) => tag.state === ACTIVE && sameUid(tag.uid, uid);
      if (this.faults.strikes('deselect_no_halt')) {
        this.antenna
          .hearing()
          .filter(isMeant)
          .forEach((tag) => tag.fallBack());
      } else {
        // A tag that answered from a neighbouring antenna hears this too.
        this.antenna
          .hearing(true)
          .filter(isMeant)
          .forEach((tag) => tag.halt());
        yield HALT_US;
      }
      if (forget) {
        this.targets.delete(number);
      }
    }
    return [OK];
  }

  *selectTarget(p) {
    const target = this.targets.get(p[0]);
    if (!target) {
      return [WRONG_CONTEXT];
    }
    const found = this.antenna.hearing().filter((tag) => tag.hearsRequest(true));
    yield ACTIVATE_US;
    if (!found.includes(target)) {
      found.forEach((tag) => tag.fallBack());
      return [TIMEOUT];
    }
    selectOne(found, target);
    return [OK];
  }
}

const C = Commands.prototype;
const KNOWN = {
  0x00: C.diagnose,
  0x02: C.firmwareVersion,
  0x04: C.generalStatus,
  0x06: C.readRegister,
  0x08: C.writeRegister,
  0x12: C.setParameters,
  0x14: C.samConfiguration,
  0x16: C.powerDown,
  0x32: C.rfConfiguration,
  0x40: C.dataExchange,
  0x42: C.communicateThru,
  0x44: function* deselect(p) {
    return yield* this.letGo(p, false);
  },
  0x4a: C.listPassiveTarget,
  0x52: function* release(p) {
    return yield* this.letGo(p, true);
  },
  0x54: C.selectTarget,
};

function* refuse() {
  return SYNTAX_ERROR;
}

function sameUid(one, other) {
  return one.length === other.length && one.every((byte, k) => byte === other[k]);
}

/** [the tag whose UID wins, bits that collided]: at a collision the chip follows the 1. */
function anticollide(found) {
  let alive = found;
  let collisions = 0;
  while (alive.length > 1) {
    const numbers = alive.map((tag) => tag.bitsOnAir);
    numbers.sort((a, b) => Number(a > b) - Number(a < b)); // BigInt: Math.max would throw
    const lowest = numbers[0];
    const highest = numbers[numbers.length - 1];
    if (highest === lowest) {
      break; // clones
    }
    alive = alive.filter((tag) => (tag.bitsOnAir ^ highest) < (tag.bitsOnAir ^ lowest));
    collisions += 1;
  }
  return [alive[0], collisions];
}

function selectOne(found, winner) {
  for (const tag of found) {
    if (tag.state === READY) {
      if (sameUid(tag.uid, winner.uid)) {
        tag.select(); // clones move in step
      } else {
        tag.fallBack();
      }
    }
  }
}
