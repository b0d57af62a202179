// A full table around the Pico, on the pins of boards/pico: readers behind two muxes, the shoe's on
// SPI, the panel, the lamps, the sign. Or as another board's definition has it: readers on SPI with
// chip selects by a decoder, the keypad on a scanner, no reader in the shoe.
import { Traffic, wireDecoder, wireI2C, wireI2CPins, wireSPI } from './buses.mjs';
import { Faults } from './faults.mjs';
import { Lamps, Sign } from './lights.mjs';
import { Expander, Fram, KeyScanner, Keypad, Mux } from './panel.mjs';
import { PN532, PN532OnI2C, PN532OnSPI } from './pn532.mjs';
import { Antenna, Tag } from './radio.mjs';

const READER_ADDRESS = 0x24;
const MUX_ADDRESSES = [0x70, 0x71];
const MUXES = ['mux 0', 'mux 1'];
const SENSORS_ADDRESS = 0x20;
const KEYPAD_ADDRESS = 0x21;
const SCANNER_ADDRESS = 0x34;
const FRAM_ADDRESS = 0x50;

const LAMPS_PIN = 2;
const LAMPS = 11;
const READERS_I2C = { number: 0, sda: 4, scl: 5 };
const PANEL_I2C = { number: 1, sda: 6, scl: 7 };
const SIGN_SELECT = 13;
const KEY_SWITCH = 14;
const SHOE_SELECT = 17;
const SHOE_IRQ = 20;
const MUX_RESET = 22;
const LOW = 0; // rp2040js' GPIOPinState

export const SHOE = 'shoe';

export class Table {
  /**
   * `fram` is the memory of its FRAM, 32 or 64 kB; `wiring` says which channels of the muxes (or
   * outputs of the decoder) have a reader, which of those readers' antennas are neighbours, and
   * what else is not as on a usual table: { channels, beside, selects, keypad, shoe }.
   */
  constructor(fram, wiring) {
    this.framMemory = fram;
    this.wiring = wiring;
    this.tags = new Map(); // by UID
    this.antennas = new Map();
    for (const channel of wiring.channels) {
      this.antennas.set(channel, new Antenna(`channel ${channel}`));
    }
    this.antennas.set(SHOE, new Antenna(SHOE));
    wiring.beside.forEach(([one, other]) =>
      this.antennas.get(one).beside(this.antennas.get(other)),
    );
    this.lamps = new Lamps(LAMPS);
    this.traffic = new Traffic();
    this.busFaults = new Faults();
    this.keyTurned = false;
    this.keysDown = new Set();
    this.chipsOn = new Set();
    this.powerUp();
  }

  /** Fresh supply for every chip; cards, chips and fingers stay where they are. */
  powerUp() {
    this.muxes = MUX_ADDRESSES.map(() => new Mux());
    this.readers = new Map();
    for (const [place, antenna] of this.antennas) {
      antenna.fieldOn = false;
      antenna.tags.forEach((tag) => tag.losePower());
      this.readers.set(place, new PN532(antenna));
    }
    this.fram = new Fram(this.framMemory);
    this.sensors = new Expander();
    this.chipsOn.forEach((pin) => this.sensors.pull(pin));
    const scans = this.wiring.keypad === 'TCA8418';
    this.keys = scans ? new KeyScanner() : new Expander();
    this.keypad = scans ? this.keys : new Keypad(this.keys);
    this.keysDown.forEach((key) => this.keypad.set(key, true));
    this.sign = new Sign();
  }

  /** Solder everything to a chip that has just started. */
  plug(pico) {
    this.pico = pico;
    const { traffic } = this;
    this.readers.forEach((reader) => reader.runBy(pico.clock));

    const { selects } = this.wiring;
    if (!selects) {
      this.#plugMuxes(pico);
    }
    this.keys.runBy?.(pico.clock);

    const panel = new Map([
      [SENSORS_ADDRESS, this.sensors],
      [this.wiring.keypad === 'TCA8418' ? SCANNER_ADDRESS : KEYPAD_ADDRESS, this.keys],
      [FRAM_ADDRESS, this.fram],
    ]);
    wireI2C(pico, PANEL_I2C.number, panel, traffic);
    wireI2CPins(pico, PANEL_I2C.scl, PANEL_I2C.sda, panel);

    const bus = [];
    if (this.wiring.shoe) {
      const shoe = this.readers.get(SHOE);
      shoe.onReady = (ready) => pico.pads.drive(SHOE_IRQ, !ready);
      shoe.onReady(shoe.ready);
      bus.push([SHOE_SELECT, new PN532OnSPI(shoe)]);
    }
    const spi = wireSPI(pico, 0, bus, traffic);
    if (selects) {
      const parts = new Map();
      this.wiring.channels.forEach((n) => parts.set(n, new PN532OnSPI(this.readers.get(n))));
      wireDecoder(pico, selects.lines, selects.enable, parts, spi);
    }
    wireSPI(pico, 1, [[SIGN_SELECT, this.sign]], traffic);
    this.lamps.plug(pico, LAMPS_PIN);
    pico.pads.drive(KEY_SWITCH, this.keyTurned ? false : undefined);
  }

  #plugMuxes(pico) {
    const behind = new PN532OnI2C(() => this.#connected());
    const readers = new Map([[READER_ADDRESS, behind]]);
    MUX_ADDRESSES.forEach((address, k) => readers.set(address, this.muxes[k]));
    const held = () => this.#isHeld();
    wireI2C(pico, READERS_I2C.number, readers, this.traffic, held);
    wireI2CPins(pico, READERS_I2C.scl, READERS_I2C.sda, readers);
    pico.mcu.gpio[MUX_RESET].addListener((state) => {
      if (state === LOW) {
        this.muxes.forEach((mux) => mux.reset());
      }
    });
  }

  /** The same table with everything where it is, as it would be after a power cut. */
  copy() {
    const copy = new Table(this.framMemory.slice(), this.wiring);
    for (const [place, antenna] of this.antennas) {
      antenna.tags.forEach((tag) => copy.put(place, Buffer.from(tag.uid).toString('hex')));
    }
    this.chipsOn.forEach((pin) => copy.chipsOn.add(pin));
    copy.keyTurned = this.keyTurned;
    copy.powerUp();
    return copy;
  }

  #isHeld() {
    return this.busFaults.has('bus_held') || this.#connected().some((chip) => chip.holdsBus);
  }

  #connected() {
    const chips = [];
    for (const channel of this.wiring.channels) {
      if (this.muxes[channel >> 3].connects(channel & 7)) {
        chips.push(this.readers.get(channel));
      }
    }
    return chips;
  }

  // ---- people's hands

  /** `place` is a channel of the muxes or SHOE; a card is known by its tag's UID. */
  put(place, uid) {
    this.antennas.get(place).put(this.#tag(uid));
  }

  take(place, uid) {
    this.antennas.get(place).take(this.#tag(uid));
  }

  /** Cards so far from the middle of an antenna, and no others there. */
  lay(place, uids, awayMm) {
    const antenna = this.antennas.get(place);
    [...antenna.tags].forEach((tag) => antenna.take(tag));
    uids.forEach((uid) => antenna.lay(this.#tag(uid), awayMm));
  }

  /** Every card off the felt. */
  clear() {
    for (const antenna of this.antennas.values()) {
      [...antenna.tags].forEach((tag) => antenna.take(tag));
    }
  }

  /** A reader unlike the others: { slowUs, reachMm }. */
  setReader(place, { slowUs, reachMm }) {
    if (slowUs !== undefined) {
      this.readers.get(place).slowUs = slowUs;
    }
    if (reachMm !== undefined) {
      this.antennas.get(place).reachMm = reachMm;
    }
  }

  setKey(key, down) {
    if (down) {
      this.keysDown.add(key);
    } else {
      this.keysDown.delete(key);
    }
    this.keypad.set(key, down);
  }

  setChip(pin, on) {
    if (on) {
      this.chipsOn.add(pin);
      this.sensors.pull(pin);
    } else {
      this.chipsOn.delete(pin);
      this.sensors.release(pin);
    }
  }

  turnKey(on) {
    this.keyTurned = on;
    this.pico.pads.drive(KEY_SWITCH, on ? false : undefined);
  }

  /** `where`: a place with a reader, 'mux 0', 'mux 1' or 'bus'; `count` 0 clears the fault. */
  setFault(where, name, count) {
    if (where === 'bus') {
      if (count) {
        this.busFaults.set(name, count);
      } else {
        this.busFaults.clear(name);
      }
      return;
    }
    const part = MUXES.includes(where) ? this.muxes[MUXES.indexOf(where)] : this.readers.get(where);
    if (count) {
      part.setFault(name, count);
    } else {
      part.clearFault(name);
    }
  }

  #tag(uid) {
    let tag = this.tags.get(uid);
    if (!tag) {
      tag = new Tag(uid);
      this.tags.set(uid, tag);
    }
    return tag;
  }
}
