// Pauses for the collection of garbage, by traps where it begins and where it has ended.
import { clearTrap, setTrap } from './traps.mjs';

/** Needs the symbols of the MicroPython that runs. */
export class GcPauses {
  constructor(pico, symbols, onCollected) {
    this.pauses = []; // [ms when it began, ms it took]
    this.began = null;
    setTrap(pico, symbols.at('gc_collect_start'), () => {
      this.began = pico.ms;
    });
    // The sweep is a part of gc_collect_end(): the pause is over when that returns.
    setTrap(pico, symbols.at('gc_collect_end'), () => {
      const back = pico.mcu.core.registers[14];
      setTrap(pico, back, () => {
        clearTrap(pico, back);
        if (this.began !== null) {
          this.pauses.push([this.began, pico.ms - this.began]);
          this.began = null;
          onCollected();
        }
      });
    });
  }
}
