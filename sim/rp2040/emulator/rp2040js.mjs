// npm's rp2040js, as the driver has installed it: node looks for it along NODE_PATH.
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const index = require.resolve('rp2040js');
const inside = (name) => require(path.join(path.dirname(index), name));

export const {
  BasePeripheral,
  ConsoleLogger,
  DataDirection,
  DescriptorType,
  LogLevel,
  RP2040,
  SetupRecipient,
  SetupType,
  createSetupPacket,
  getDescriptorPacket,
  setDeviceAddressPacket,
  setDeviceConfigurationPacket,
} = require('rp2040js');

// Not exported by the package, and needed all the same.
export const { SimulationClock } = inside('clock/simulation-clock.js');
export const { extractEndpointNumbers } = inside('usb/cdc.js');
