import { Duplex } from './stream.ts';

export function isatty(): boolean {
  return false;
}

/** There is no terminal; code asks for the class to compare with it. */
export class ReadStream extends Duplex {
  readonly isTTY = false;
}

export class WriteStream extends Duplex {
  readonly isTTY = false;
}
