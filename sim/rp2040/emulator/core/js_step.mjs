// One instruction by rp2040js' own core, with what it does not count: waits for the flash, and a
// cycle that it forgets.
const FLASH_BASE = 0x10000000;
const FLASH_END = 0x14000000;
const PUSH_WITH_LR = 0xb5;
const POP_WITH_PC = 0xbd;

/**
 * A function that carries out the next instruction and returns its cycles.
 *
 * `touch(address)` is told of every read of flash, `takePenalty()` returns what those have cost.
 */
export function jsStep(core, touch, takePenalty) {
  let opcode = -1; // the first halfword that an instruction reads
  for (const name of ['readUint8', 'readUint16', 'readUint32']) {
    const read = core[name].bind(core);
    const isFetch = name === 'readUint16';
    core[name] = (address) => {
      const at = address >>> 0;
      if (at >= FLASH_BASE && at < FLASH_END) {
        touch(at);
      }
      const value = read(address);
      if (isFetch && opcode < 0) {
        opcode = value;
      }
      return value;
    };
  }
  return () => {
    opcode = -1;
    const cycles = core.executeInstruction();
    return cycles + forgotten(opcode) + takePenalty();
  };
}

/** ARM DDI 0484C, table 3-1: N of PUSH and POP counts LR and PC as well. */
function forgotten(opcode) {
  const group = opcode >> 8;
  return group === PUSH_WITH_LR || group === POP_WITH_PC ? 1 : 0;
}
