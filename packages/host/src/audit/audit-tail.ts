import { type ChainLink, type ChainRecord, readRecord } from './chain-record.ts';
import { linesFromEnd, type ReadFile } from './file-lines.ts';

/** How a log ends. */
export interface AuditTail {
  /** The last record; absent if there is none, or its line is not as it was written. */
  readonly last?: ChainRecord;
  /** The last line has no end. */
  readonly isCut: boolean;
  /** The last line, if it has no end and is no whole record: a kill or a full disk cut it. */
  readonly torn?: Buffer;
  /** The last whole line is no record: an older version wrote it, or it was changed. */
  readonly isForeign: boolean;
}

export function readTail(file: ReadFile): AuditTail {
  let torn: Buffer | undefined;
  for (const { bytes, isEnded } of linesFromEnd(file)) {
    const record = readRecord(bytes);
    const isCut = !isEnded || torn !== undefined;
    const cut = torn === undefined ? { isCut } : { isCut, torn };
    if (record !== undefined) return { ...cut, isForeign: false, last: record };
    if (isEnded) return { ...cut, isForeign: true };
    torn = Buffer.from(bytes);
  }
  return torn === undefined
    ? { isCut: false, isForeign: false }
    : { torn, isCut: true, isForeign: false };
}

/**
 * Whether a log that ends later still has this link: the record of that number with that hash, or, where
 * its file begins behind it, a first record that names it.
 */
export function hasLink(file: ReadFile, link: ChainLink): boolean {
  for (const { bytes } of linesFromEnd(file)) {
    const record = readRecord(bytes);
    if (record === undefined) continue;
    if (record.seq === link.seq) return record.hash === link.hash;
    if (record.seq === link.seq + 1 && record.prev === link.hash) return true;
    if (record.seq < link.seq) return false;
  }
  return false;
}
