import { hash } from 'node:crypto';
import type { AuditEntry } from '@mortise/contracts';

/** What the first record of a log refers to. */
export const CHAIN_START: ChainLink = { seq: 0, hash: '0'.repeat(64) };

/** A place in the chain: a record's number, and the hash that its successor has to name. */
export interface ChainLink {
  readonly seq: number;
  readonly hash: string;
}

/** An entry in its place: `prev` is the hash of the record before it. */
export interface ChainRecord extends AuditEntry, ChainLink {
  readonly prev: string;
}

/** How the record behind a link begins: the host writes no other one there. */
export function beginningAfter({ seq, hash: prev }: ChainLink): string {
  return `{"seq":${seq + 1},"prev":"${prev}",`;
}

/** Whether a line without an end may be the first part of the record behind a link. */
export function mayBeCut(line: Buffer, last: ChainLink): boolean {
  const beginning = Buffer.from(beginningAfter(last), 'latin1');
  const length = Math.min(line.length, beginning.length);
  return line.subarray(0, length).equals(beginning.subarray(0, length));
}

/** Behind the text of a record that is hashed: no byte of it can change, and no second canonical form is needed. */
export const ENDING_START = ',"hash":"';
const ENDING = /^,"hash":"([0-9a-f]{64})"\}$/;
const ENDING_BYTES = ENDING_START.length + 64 + 2;

/** The record that a line holds; `undefined` if it is none, or not as it was written. */
export function readRecord(line: Buffer): ChainRecord | undefined {
  const cut = line.length - ENDING_BYTES;
  if (cut <= 0) return undefined;
  const [, stated] = ENDING.exec(line.toString('latin1', cut)) ?? [];
  if (stated === undefined || hash('sha256', line.subarray(0, cut)) !== stated) return undefined;
  return parseRecord(line.toString('utf8'));
}

function parseRecord(text: string): ChainRecord | undefined {
  try {
    const rawRecord = JSON.parse(text) as Partial<ChainRecord> | null;
    const isRecord =
      Number.isSafeInteger(rawRecord?.seq) &&
      typeof rawRecord?.prev === 'string' &&
      typeof rawRecord.hash === 'string' &&
      typeof rawRecord.kind === 'string';
    // Its own hash says that a writer of this chain made the rest of it.
    return isRecord ? (rawRecord as ChainRecord) : undefined;
  } catch {
    return undefined;
  }
}
