import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STOP_SCOPES, type StopRecord } from '@mortise/contracts';
import { replaceFile } from '../files/replace-file.ts';

const PARTS = { mode: 0o600, newId: randomUUID, isStillWanted: async () => true };

/** The id of the stop that a marker stands for if it cannot be read. */
export const UNREADABLE_MARKER = 'unreadable';

/**
 * A second, plain copy of the stops in force, for a start on which their database cannot be read, or could not be written
 * when they began: a file that is damaged or a database that is away must not let loose what a person stopped.
 */
export class StopMarker {
  readonly #path: string | undefined;

  constructor(path: string | undefined) {
    this.#path = path;
  }

  /** False if it cannot be written. */
  async write(stops: readonly StopRecord[]): Promise<boolean> {
    if (this.#path === undefined) return false;
    try {
      return await replaceFile(this.#path, `${JSON.stringify(stops)}\n`, PARTS);
    } catch {
      return false;
    }
  }

  /** What it says; everything is stopped if it is there and cannot be read. */
  read(): readonly StopRecord[] {
    if (this.#path === undefined) return [];
    try {
      const written: unknown = JSON.parse(readFileSync(this.#path, 'utf8'));
      if (Array.isArray(written) && written.every(isStop)) return written;
    } catch (error) {
      if (Reflect.get(Object(error), 'code') === 'ENOENT') return [];
    }
    const reason = 'the list of stops cannot be read';
    return [{ id: UNREADABLE_MARKER, scope: 'all', name: '', reason, by: 'host', at: 0 }];
  }
}

function isStop(value: unknown): value is StopRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { id, scope, name, reason, by, at } = value as { readonly [key: string]: unknown };
  return (
    [id, name, reason, by].every((text) => typeof text === 'string') &&
    typeof at === 'number' &&
    typeof scope === 'string' &&
    Object.hasOwn(STOP_SCOPES, scope)
  );
}
