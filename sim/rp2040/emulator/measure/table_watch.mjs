// What a table shows of the board's work to somebody who only looks at wires: how often places are
// seen, how long the loop stands still, which keys were read, when a lamp answers.
import { pinsOf } from '../table/panel.mjs';

const KEYPAD_READS = ['i2c1:21r', 'i2c1:34r']; // an expander, a scanner
const SENSORS_READ = 'i2c1:20r';
const WHITE = '202020'; // a box that is waited for blinks in it (firmware/cardtable/ui/lamps.py)
const SHORT_MS = 30; // shorter gaps are of no interest
const TAKEN_LOOKS = 2; // figures.py: seen
const SAME_LOOK_MS = 4; // a look at the keypad may be several reads, row by row

export class TableWatch {
  constructor(pico, table) {
    this.pico = pico;
    this.table = table;
    this.onGap = null; // told of each: what, from, until
    this.flashOperations = []; // { kind, offset, from, until } in ms
    pico.onFlashOperation = ({ kind, offset, from, until }) => {
      this.flashOperations.push({ kind, offset, from: from / 1e6, until: until / 1e6 });
    };
    table.traffic.onTransaction = (name) => this.#transaction(name);
    table.lamps.onChange = (colours, nanos) => this.#lampsChanged(colours, nanos / 1e6);
    for (const [place, antenna] of table.antennas) {
      antenna.onField = (on) => this.#field(place, on);
    }
    this.restart();
  }

  /** A new stretch of time begins. */
  restart() {
    const now = this.pico.ms;
    this.since = now;
    this.scans = []; // ms between two looks at a place
    this.lastScan = new Map();
    this.gaps = { keypad: [], sensors: [], bus: [] }; // [from, until] of the longest
    this.lastSeen = { keypad: now, sensors: now, bus: now };
    this.keys = []; // of each press: { key, at, looks, lampDue, lampAfter }
    this.pressed = new Map();
    this.answered = null; // the press whose answer the lamps still owe
    this.unheard = null; // the press of which the jackpot's lamp has not told that it was heard
    this.lampDue = false;
    this.flashOperations.length = 0;
    this.plain ??= new Map(); // by lamp: its colour when it is not blinking
    this.white ??= null; // the lamps that were lit last
    this.table.keys.onRead = (pins) => this.#keypadRead(pins);
    this.table.keys.onTaken = (key) => this.#keyTaken(key);
  }

  /** Hands do something: what lamps tell from now on answers that, and no key before it. */
  actionBegins(lamp) {
    this.answered = null;
    this.lampDue = lamp;
  }

  keyMoved(key, down) {
    if (down) {
      const lampDue = this.lampDue; // on the desk this key made lamps tell something else
      const press = {
        key,
        at: this.pico.ms,
        looks: 0,
        lastRead: -Infinity,
        lampDue,
        lampAfter: null,
        heardAfter: null,
      };
      this.unheard = press;
      this.answered = lampDue ? press : null;
      this.keys.push(press);
      this.pressed.set(key, press);
    } else {
      this.pressed.delete(key);
    }
  }

  #transaction(name) {
    this.#alive('bus');
    if (KEYPAD_READS.includes(name)) {
      this.#alive('keypad');
    } else if (name === SENSORS_READ) {
      this.#alive('sensors');
    }
  }

  #alive(what) {
    const now = this.pico.ms;
    const from = this.lastSeen[what];
    this.lastSeen[what] = now;
    if (now - from > SHORT_MS) {
      this.gaps[what].push([from, now]);
      this.onGap?.(what, from, now);
    }
  }

  /** A field goes off: the place has been looked at. */
  #field(place, on) {
    if (on) {
      return;
    }
    const now = this.pico.ms;
    const before = this.lastScan.get(place);
    this.lastScan.set(place, now);
    if (before !== undefined) {
      this.scans.push(now - before);
    }
  }

  /** A press was taken out of a scanner's FIFO: it cannot be lost any more. */
  #keyTaken(key) {
    const press = this.keys.findLast((one) => one.key === key);
    if (press) {
      press.looks = TAKEN_LOOKS;
    }
  }

  /** The columns of a pressed key are low while its row is driven. */
  #keypadRead(pins) {
    for (const press of this.pressed.values()) {
      const pair = pinsOf(press.key);
      const rowIsDriven = (~this.table.keys.latch & pair) !== 0;
      if (rowIsDriven && (pins & pair) === 0) {
        const now = this.pico.ms;
        press.looks += now - press.lastRead > SAME_LOOK_MS ? 1 : 0;
        press.lastRead = now;
      }
    }
  }

  /** The first change that is more than blinking answers the key before it, if one is due. */
  #lampsChanged(colours, now) {
    let isNews = false;
    const white = [];
    if (colours.slice(-6) === WHITE && this.unheard) {
      this.unheard.heardAfter = now - this.unheard.at;
      this.unheard = null;
    }
    const boxes = colours.slice(-6) === WHITE ? colours.length - 6 : colours.length;
    for (let at = 0; at < boxes; at += 6) {
      const colour = colours.slice(at, at + 6);
      if (colour === WHITE) {
        white.push(at);
      } else {
        isNews ||= this.plain.has(at) && this.plain.get(at) !== colour;
        this.plain.set(at, colour);
      }
    }
    if (white.length) {
      // Lamps blink together: others than last time are waited for, or some no longer.
      isNews ||= this.white !== null && this.white !== white.join();
      this.white = white.join();
    }
    if (isNews && this.answered) {
      this.answered.lampAfter = now - this.answered.at;
      this.answered = null;
    }
  }

  report() {
    const erases = this.flashOperations.filter((one) => one.kind === 'erase');
    return {
      span_ms: this.pico.ms - this.since,
      scans_ms: this.scans.map((ms) => Math.round(ms * 10) / 10),
      gaps: this.gaps,
      keys: this.keys,
      flash_erases: erases,
      flash_programs: this.flashOperations.length - erases.length,
      lamp_frames: this.table.lamps.frames,
      lamp_errors: this.table.lamps.errors,
      sign_errors: this.table.sign.errors,
    };
  }
}
