import { closeSync, readSync, writeSync } from 'node:fs';
import type { LaunchOrder, LaunchWord } from './launch-order.ts';

const ROOM = 65_536;
const NEW_LINE = 10;

/** Where the order of a launcher comes from, and where it says how it went. */
export class LaunchChannel {
  readonly #argument: string;
  /** Undefined for a runner: its order is the argument itself. */
  readonly descriptor: number | undefined;

  /** `argument` is an order, or names a descriptor from which one comes in one line. */
  constructor(argument: string) {
    this.#argument = argument;
    this.descriptor = /^\d+$/.test(argument) ? Number(argument) : undefined;
  }

  readOrder(): LaunchOrder {
    if (this.descriptor === undefined) return JSON.parse(this.#argument);
    const chunks: Buffer[] = [];
    const room = Buffer.alloc(ROOM);
    for (
      let length = readSync(this.descriptor, room);
      length > 0;
      length = readSync(this.descriptor, room)
    ) {
      chunks.push(Buffer.from(room.subarray(0, length)));
      if (room[length - 1] === NEW_LINE) break;
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  }

  say(word: LaunchWord): void {
    if (this.descriptor !== undefined) writeSync(this.descriptor, `${JSON.stringify(word)}\n`);
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }
}
