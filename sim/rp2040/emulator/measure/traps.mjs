// Being told when the core reaches an address: a breakpoint instruction stands there meanwhile.

const BREAKPOINT = 0xbe00;
const FLASH_BASE = 0x10000000;
const SRAM_BASE = 0x20000000;

/** Call `reached()` each time the core is about to carry out the instruction at `address`. */
export function setTrap(pico, address, reached) {
  const at = address & ~1;
  const { view, offset } = place(pico.mcu, at);
  const instruction = view.getUint16(offset, true);
  const trap = {
    reached,
    aside: () => view.setUint16(offset, instruction, true),
    again: () => {
      if (pico.traps.get(at) === trap) {
        view.setUint16(offset, BREAKPOINT, true);
      }
    },
  };
  pico.traps.set(at, trap);
  trap.again();
}

export function clearTrap(pico, address) {
  const at = address & ~1;
  pico.traps.get(at)?.aside();
  pico.traps.delete(at);
}

function place(mcu, address) {
  if (address >= SRAM_BASE) {
    return { view: mcu.sramView, offset: address - SRAM_BASE };
  }
  return { view: mcu.flashView, offset: address - FLASH_BASE };
}
