// The host at the other end of the USB cable, as far as MicroPython's serial port needs one.
//
// Unlike rp2040js' own it answers nothing when it has nothing to send, follows the line DTR, and
// may leave what the board sends where it is.
import {
  DataDirection,
  DescriptorType,
  SetupRecipient,
  SetupType,
  createSetupPacket,
  extractEndpointNumbers,
  getDescriptorPacket,
  setDeviceAddressPacket,
  setDeviceConfigurationPacket,
} from '../rp2040js.mjs';

const SET_CONTROL_LINE_STATE = 0x22; // USB CDC PSTN 1.2, 6.3.12
const DTR_AND_RTS = 3;
const HEADER_BYTES = 9; // of a configuration descriptor
const PACKET_US = 50; // a bulk packet of 64 bytes at full speed

export class UsbHost {
  constructor(controller) {
    this.usb = controller;
    this.configured = false;
    this.onData = null; // told what the board sends
    this.onReady = null; // told once, when the serial port is there
    this.onRoom = null; // told when little waits to be sent
    this.waiting = []; // for the board
    this.waitingBytes = 0;
    this.reads = true;
    this.#listen();
    this.#mayNotRead();
  }

  /** Open the port or close it. */
  setLine(open) {
    this.lineStates.push(open ? DTR_AND_RTS : 0);
    this.#nextLineState();
  }

  send(bytes) {
    if (bytes.length) {
      this.waiting.push(bytes);
      this.waitingBytes += bytes.length;
      this.#pump();
    }
  }

  /** Take what the board sends, or let it lie. */
  setReading(on) {
    this.reads = on;
    if (on && this.held) {
      this.held = false;
      this.acknowledge(this.inEndpoint, false);
    }
  }

  #listen() {
    const { usb } = this;
    this.lineStates = [];
    this.settingLine = false;
    this.asked = false;
    this.size = null; // of the descriptors
    this.descriptors = [];
    this.inEndpoint = -1;
    this.outEndpoint = -1;
    this.room = null; // bytes that the board is ready to take
    usb.onUSBEnabled = () => usb.resetDevice();
    usb.onResetReceived = () => usb.sendSetupPacket(setDeviceAddressPacket(1));
    usb.onEndpointWrite = (endpoint, bytes) => {
      if (endpoint === 0) {
        this.#control(bytes);
      } else if (endpoint === this.inEndpoint && bytes.length) {
        this.onData?.(bytes);
      }
    };
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint === this.outEndpoint) {
        this.room = size;
        this.#pump();
      }
    };
  }

  #mayNotRead() {
    const { usb } = this;
    this.acknowledge = usb.indicateBufferReady.bind(usb);
    this.held = false;
    usb.indicateBufferReady = (endpoint, out) => {
      if (!out && endpoint === this.inEndpoint && !this.reads) {
        this.held = true;
      } else {
        this.acknowledge(endpoint, out);
      }
    };
  }

  /** Enumeration: address, the descriptors' size, the descriptors, the configuration. */
  #control(bytes) {
    const { usb } = this;
    if (bytes.length === 0) {
      if (!this.asked) {
        this.asked = true;
        usb.sendSetupPacket(getDescriptorPacket(DescriptorType.Configration, HEADER_BYTES));
      } else if (!this.configured && this.inEndpoint >= 0) {
        this.configured = true;
        this.onReady?.();
        this.#nextLineState();
      } else if (this.settingLine) {
        this.settingLine = false;
        this.#nextLineState();
        this.#pump();
      }
    } else if (this.size === null && bytes.length === HEADER_BYTES) {
      this.size = bytes[2] | (bytes[3] << 8);
      usb.sendSetupPacket(getDescriptorPacket(DescriptorType.Configration, this.size));
    } else if (this.inEndpoint < 0 && this.size !== null) {
      this.descriptors.push(...bytes);
      if (this.descriptors.length >= this.size) {
        const found = extractEndpointNumbers(this.descriptors);
        this.inEndpoint = found.in;
        this.outEndpoint = found.out;
        usb.sendSetupPacket(setDeviceConfigurationPacket(1));
      }
    }
  }

  #nextLineState() {
    if (!this.configured || this.settingLine || !this.lineStates.length) {
      return;
    }
    this.settingLine = true;
    this.usb.sendSetupPacket(
      createSetupPacket({
        dataDirection: DataDirection.HostToDevice,
        type: SetupType.Class,
        recipient: SetupRecipient.Interface,
        bRequest: SET_CONTROL_LINE_STATE,
        wValue: this.lineStates.shift(),
        wIndex: 0,
        wLength: 0,
      }),
    );
  }

  #pump() {
    if (this.room === null || !this.waitingBytes || this.settingLine) {
      return;
    }
    const packet = new Uint8Array(Math.min(this.room, this.waitingBytes));
    let filled = 0;
    while (filled < packet.length) {
      const [first] = this.waiting;
      const part = first.subarray(0, packet.length - filled);
      packet.set(part, filled);
      filled += part.length;
      if (part.length === first.length) {
        this.waiting.shift();
      } else {
        this.waiting[0] = first.subarray(part.length);
      }
    }
    this.waitingBytes -= packet.length;
    this.room = null;
    this.usb.endpointReadDone(this.outEndpoint, packet, PACKET_US);
    this.onRoom?.();
  }
}
