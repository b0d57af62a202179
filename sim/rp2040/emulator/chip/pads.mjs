// The wires at the pads: a pad reads what drives it.

const LOW = 0; // rp2040js' GPIOPinState
const HIGH = 1;
const PULLED_UP = 3;

/** What drives each pad from outside; without anything the pad's own pull resistor does. */
export class Pads {
  constructor(mcu) {
    this.pins = mcu.gpio;
    this.driven = new Map();
    this.pins.forEach((pin, number) => pin.addListener(() => this.#settle(number)));
  }

  /** Drive a pad with true or false, or let go of it with undefined. */
  drive(number, level) {
    if (level === undefined) {
      this.driven.delete(number);
    } else {
      this.driven.set(number, level);
    }
    this.#settle(number);
  }

  #settle(number) {
    const pin = this.pins[number];
    const level = this.#level(number, pin.value);
    if (level !== pin.rawInputValue) {
      pin.setInputValue(level);
    }
  }

  #level(number, state) {
    if (state === LOW || state === HIGH) {
      return state === HIGH;
    }
    return this.driven.get(number) ?? state === PULLED_UP;
  }
}
