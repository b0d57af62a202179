// The symbols of a MicroPython build: what `nm -n -S` printed of its ELF file.
import fs from 'node:fs';

/** Name ↔ address; functions can also be found by an address inside them. */
export class Symbols {
  constructor(text) {
    this.addresses = new Map();
    this.functions = []; // [address, name], ascending
    for (const line of text.split('\n')) {
      const found = /^([0-9a-f]{8}) (?:[0-9a-f]{8} )?([A-Za-z]) (\S+)$/.exec(line);
      if (!found) {
        continue;
      }
      const address = parseInt(found[1], 16);
      this.addresses.set(found[3], address);
      if ('tTwW'.includes(found[2])) {
        this.functions.push([address & ~1, found[3]]);
      }
    }
    this.functions.sort((one, other) => one[0] - other[0]);
  }

  static read(path) {
    return new Symbols(fs.readFileSync(path, 'utf8'));
  }

  /** The address of a name; an error that names it where the build has none. */
  at(name) {
    const address = this.addresses.get(name);
    if (address === undefined) {
      throw new Error(`the symbols have no ${name}`);
    }
    return address;
  }

  /** The function an address lies in. */
  functionAt(address) {
    const { functions } = this;
    let low = 0;
    let high = functions.length - 1;
    if (address < 0x4000) {
      return 'boot ROM';
    }
    if (!functions.length || address < functions[0][0]) {
      return '?';
    }
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (functions[middle][0] <= address) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return functions[low][1];
  }
}
