import { needs } from '../missing.ts';
import { Duplex } from './stream.ts';

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

export function isIPv4(text: unknown): boolean {
  return V4.test(`${text}`);
}

export function isIPv6(text: unknown): boolean {
  const [address = ''] = `${text}`.split('%');
  return address.includes(':') && URL.canParse(`http://[${address}]/`);
}

export function isIP(text: unknown): number {
  if (isIPv4(text)) return 4;
  return isIPv6(text) ? 6 : 0;
}

/** A connection is never made; what a grant for the network allows goes through `fetch` and `http`. */
export class Socket extends Duplex {
  readonly remoteAddress = undefined;
  readonly connecting = false;

  connect(): this {
    return refuse('net.Socket.connect');
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(): void {
    refuse('net.Socket.write');
  }
}
export const Stream = Socket;

export function connect(): never {
  return refuse('net.connect');
}
export const createConnection = connect;

export function getDefaultAutoSelectFamily(): boolean {
  return true;
}
export function setDefaultAutoSelectFamily(): void {}
export function getDefaultAutoSelectFamilyAttemptTimeout(): number {
  return 250;
}
export function setDefaultAutoSelectFamilyAttemptTimeout(): void {}

function refuse(what: string): never {
  const stand = needs('none', `${what} (plain sockets; requests go through fetch or http)`);
  return (stand as () => never)();
}
