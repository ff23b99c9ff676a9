import { chmodSync, fstatSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileIdentity } from '../database/file-identity.ts';

/** The file that a log is written to, as one process knows it. */
export interface OpenLog {
  readonly descriptor: number;
  readonly identity: string | undefined;
  /** As this process left it. */
  size: number;
  /** This process knows where the chain in it has come to. */
  isRead: boolean;
  /** Its last line has no end yet. */
  isTorn: boolean;
}

export function openLog(path: string): OpenLog {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const descriptor = openSync(path, 'a+', 0o600);
  chmodSync(path, 0o600);
  const { size } = fstatSync(descriptor);
  return { descriptor, size, identity: fileIdentity(path), isTorn: false, isRead: false };
}

/** A disk that is full leaves nothing of it: what is half written is taken back. */
export function appendWhole(file: OpenLog, bytes: Buffer): void {
  const before = fstatSync(file.descriptor).size;
  try {
    if (writeSync(file.descriptor, bytes) !== bytes.length) throw new Error('The disk is full.');
    file.size = before + bytes.length;
    file.isTorn = false;
  } catch (error) {
    // If this fails, too, the next writer finds a line that was cut.
    ftruncateSync(file.descriptor, before);
    throw error;
  }
}
