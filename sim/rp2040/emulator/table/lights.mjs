// What people see: a chain of WS2812B lamps, and the jackpot's sign (MAX7219).

const HIGH = 1; // rp2040js' GPIOPinState
const LOW = 0;

// WS2812B data sheet; the pause is that of newer lots.
const ZERO_HIGH_NS = [250, 550];
const ONE_HIGH_NS = [650, 950];
const LATCH_NS = 280_000;
const BITS_A_LAMP = 24;
const MOST_ERRORS = 20;

/** `count` lamps on a pin. `colours` is what shines: hex digits, red, green, blue, lamp by lamp. */
export class Lamps {
  constructor(count) {
    this.count = count;
    this.colours = '000000'.repeat(count);
    this.frames = 0;
    this.errors = [];
    this.onChange = null; // told the colours, and when they were latched (ns)
    this.bits = [];
  }

  plug(pico, pin) {
    const { clock } = pico;
    let rose = 0;
    this.bits = [];
    const latch = clock.createAlarm(() => this.#latch(clock.nanos));
    pico.mcu.gpio[pin].addListener((state, before) => {
      if (state === HIGH) {
        rose = clock.nanos;
        latch.cancel();
      } else if (state === LOW && before === HIGH) {
        this.#pulse(clock.nanos - rose);
        latch.schedule(LATCH_NS);
      }
    });
  }

  /** The colour of one lamp. */
  colour(lamp) {
    return this.colours.slice(6 * lamp, 6 * lamp + 6);
  }

  #pulse(nanos) {
    const isOne = nanos >= (ZERO_HIGH_NS[1] + ONE_HIGH_NS[0]) / 2;
    const [least, most] = isOne ? ONE_HIGH_NS : ZERO_HIGH_NS;
    if ((nanos < least || nanos > most) && this.errors.length < MOST_ERRORS) {
      this.errors.push(`high for ${Math.round(nanos)} ns is neither 0 nor 1`);
    }
    this.bits.push(isOne ? 1 : 0);
  }

  #latch(nanos) {
    const { bits } = this;
    this.bits = [];
    if (bits.length % BITS_A_LAMP && this.errors.length < MOST_ERRORS) {
      this.errors.push(`${bits.length} bits are no whole colours`);
    }
    let colours = '';
    for (let lamp = 0; lamp < this.count; lamp++) {
      const own = bits.slice(BITS_A_LAMP * lamp, BITS_A_LAMP * (lamp + 1));
      if (own.length < BITS_A_LAMP) {
        colours += this.colour(lamp); // nothing came so far: it keeps what it has
      } else {
        const [green, red, blue] = [0, 8, 16].map((at) => hexByte(own.slice(at, at + 8)));
        colours += red + green + blue;
      }
    }
    this.frames += 1;
    if (colours !== this.colours) {
      this.colours = colours;
      this.onChange?.(colours, nanos);
    }
  }
}

function hexByte(bits) {
  return bits
    .reduce((value, bit) => value * 2 + bit, 0)
    .toString(16)
    .padStart(2, '0');
}

const DIGITS = 8;

/** The sign: what its registers hold. */
export class Sign {
  constructor() {
    this.registers = new Uint8Array(16);
    this.errors = [];
    this.loads = 0;
    this.shifted = [];
  }

  select() {
    this.shifted = [];
  }

  transfer(byte) {
    this.shifted.push(byte);
    return 0xff; // DOUT is not wired back
  }

  deselect() {
    if (this.shifted.length !== 2 && this.errors.length < MOST_ERRORS) {
      this.errors.push(`${this.shifted.length} bytes loaded: a word has two`);
    }
    const [register, value] = this.shifted.slice(-2);
    if (value !== undefined) {
      this.loads += 1;
      this.registers[register & 15] = value;
    }
  }

  get digits() {
    return Buffer.from(this.registers.slice(1, 1 + DIGITS)).toString('hex');
  }
}
