// Which Python functions are being run: MicroPython's own structures, read in the chip's memory.
//
// Every running function has a code state on the C stack or in the heap (py/bc.h); it points to the
// function object, that to its bytecode, whose prelude has the name. Needs the build's symbols.

const SRAM_BASE = 0x20000000;
const SRAM_END = 0x20042000;
const FLASH_BASE = 0x10000000;
const DEEPEST = 8192 + 2048; // bytes of C stack that are looked through
const LONGEST_FUNCTION = 8192; // bytes of bytecode
const MOST_POOLS = 60;
const LONGEST_NAME = 80;

// Offsets in mp_obj_fun_bc_t, mp_module_context_t and qstr_pool_t
const FUN_CONTEXT = 4;
const FUN_CHILDREN = 8;
const FUN_CODE = 12;
const CONTEXT_QSTRS = 8;
const POOL_PREVIOUS_LENGTH = 4;
const POOL_LENGTH = 12;
const POOL_LENGTHS = 20; // behind the hashes
const POOL_QSTRS = 24;

export class PythonStack {
  constructor(pico, symbols) {
    this.mcu = pico.mcu;
    this.bytecodeTypes = types(symbols, ['mp_type_fun_bc', 'mp_type_gen_wrap']);
    this.nativeTypes = types(symbols, [
      'mp_type_fun_native',
      'mp_type_fun_viper',
      'mp_type_native_gen_wrap',
    ]);
    this.state = symbols.at('mp_state_ctx');
    this.constantPool = symbols.at('mp_qstr_const_pool');
    this.names = new Map(); // by function object's code and context
  }

  /** The names of the functions under way, the innermost first. */
  read() {
    const sp = this.mcu.core.registers[13];
    const found = [];
    const seen = new Set();
    const end = Math.min(SRAM_END, sp + DEEPEST);
    const take = (where, fun) => {
      if (!seen.has(where)) {
        seen.add(where);
        found.push(this.#name(fun));
      }
    };
    for (let at = sp; at < end; at += 4) {
      const word = this.#word(at);
      if (word & 3 || word < SRAM_BASE || word >= SRAM_END) {
        continue;
      }
      if (this.#isCodeState(at)) {
        take(at, word);
      } else if (this.#isCodeState(word)) {
        take(word, this.#word(word));
      } else if (this.nativeTypes.has(this.#word(word))) {
        take(word, word);
      }
    }
    return found;
  }

  #word(address) {
    const inSram = address - SRAM_BASE;
    if (inSram >= 0 && inSram + 3 < this.mcu.sram.length) {
      return this.mcu.sramView.getUint32(inSram, true);
    }
    const inFlash = address - FLASH_BASE;
    if (inFlash >= 0 && inFlash + 3 < this.mcu.flash.length) {
      return this.mcu.flashView.getUint32(inFlash, true);
    }
    return 0;
  }

  #byte(address) {
    return (this.#word(address & ~3) >>> (8 * (address & 3))) & 0xff;
  }

  #isCodeState(at) {
    const fun = this.#word(at);
    if (fun & 3 || fun < SRAM_BASE || fun >= SRAM_END) {
      return false;
    }
    if (!this.bytecodeTypes.has(this.#word(fun))) {
      return false;
    }
    const code = this.#word(fun + FUN_CODE);
    const ip = this.#word(at + 4);
    const stack = this.#word(at + 8);
    return ip > code && ip < code + LONGEST_FUNCTION && stack >= SRAM_BASE && stack < SRAM_END;
  }

  #name(fun) {
    const code = this.#word(fun + FUN_CODE);
    const context = this.#word(fun + FUN_CONTEXT);
    const key = `${code}:${context}`;
    let name = this.names.get(key);
    if (name === undefined) {
      const isNative = this.nativeTypes.has(this.#word(fun));
      name = this.#nameInPrelude(isNative ? this.#nativePrelude(fun, code) : code, context);
      name ??= `native code at ${code.toString(16)}`;
      this.names.set(key, name);
    }
    return name;
  }

  #nativePrelude(fun, code) {
    const children = this.#word(fun + FUN_CHILDREN);
    const index = this.#word(code);
    return index === 0 ? children : this.#word(children + 4 * index);
  }

  /** module:name; a prelude is a signature, two sizes, and the index of the name. */
  #nameInPrelude(prelude, context) {
    let at = prelude;
    const skip = () => {
      while (this.#byte(at) & 0x80) {
        at += 1;
      }
      at += 1;
    };
    skip();
    skip();
    let index = 0;
    let byte;
    do {
      byte = this.#byte(at);
      index = (index << 7) | (byte & 0x7f);
      at += 1;
    } while (byte & 0x80);
    const table = this.#word(context + CONTEXT_QSTRS);
    const module = this.#qstr(this.#half(table));
    const name = this.#qstr(this.#half(table + 2 * index));
    return module && name ? `${module}:${name}` : null;
  }

  #half(address) {
    return this.#byte(address) | (this.#byte(address + 1) << 8);
  }

  #qstr(number) {
    const known = this.pools && this.#qstrIn(this.pools, number);
    if (known) {
      return known;
    }
    this.pools = this.#findPools(); // while modules are loaded there are more and more
    return this.#qstrIn(this.pools, number);
  }

  #qstrIn(pools, number) {
    for (const pool of pools) {
      const before = this.#word(pool + POOL_PREVIOUS_LENGTH) & 0x7fffffff;
      const k = number - before;
      if (k >= 0 && k < this.#word(pool + POOL_LENGTH)) {
        const length = this.#byte(this.#word(pool + POOL_LENGTHS) + k);
        const text = this.#word(pool + POOL_QSTRS + 4 * k);
        return length <= LONGEST_NAME ? this.#text(text, length) : null;
      }
    }
    return null;
  }

  #text(address, length) {
    let text = '';
    for (let k = 0; k < length; k++) {
      text += String.fromCharCode(this.#byte(address + k));
    }
    return /^[\x20-\x7e]+$/.test(text) ? text : null;
  }

  /** The pools of interned strings: the newest is a pointer somewhere in mp_state_ctx. */
  #findPools() {
    let best = [];
    let most = -1;
    for (let k = 0; k < 400; k++) {
      const first = this.#word(this.state + 4 * k);
      const chain = this.#chain(first);
      const total =
        (this.#word(first + POOL_PREVIOUS_LENGTH) & 0x7fffffff) + this.#word(first + POOL_LENGTH);
      if (chain.length && total > most && total < 65536) {
        most = total;
        best = chain;
      }
    }
    return best;
  }

  #chain(first) {
    const chain = [];
    let isOurs = false;
    let pool = first;
    while (pool && !(pool & 3) && chain.length < MOST_POOLS) {
      chain.push(pool);
      isOurs ||= pool === this.constantPool;
      pool = this.#word(pool);
    }
    return isOurs ? chain : [];
  }
}

function types(symbols, names) {
  return new Set(names.map((name) => symbols.addresses.get(name)).filter(Boolean));
}
