import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ClaimOptions,
  type OwnedValues,
  ownerOfNamespace,
  type ReleaseOptions,
  type StorageOwners,
  type StoredAmount,
  startOf,
} from '@mortise/contracts';
import { legacyOwner } from './legacy-owner.ts';

/** Rows that one step takes away: calls of the host get their turn in between. */
const ROWS_PER_STEP = 500;
/** How stale the time of last use may be: a write at every start of a command would cost more than it says. */
const SEEN_PRECISION_MS = 60 * 60 * 1_000;

/** Does one thing with the file, or throws what is told to guests while it cannot be used. */
export type UseStorage = <Result>(
  kind: 'read' | 'write',
  work: (database: DatabaseSync) => Result,
) => Result;

/** Owners in the file that holds their values: who stores, and who is gone, changes in one step with both. */
export class SqliteStorageOwners implements StorageOwners {
  readonly #use: UseStorage;
  readonly #now: () => number;

  constructor(use: UseStorage, now: () => number) {
    this.#use = use;
    this.#now = now;
  }

  async claim(owner: string, { isNew = false }: ClaimOptions = {}): Promise<void> {
    const now = this.#now();
    const isCurrent = this.#use('read', (database) => {
      const row = readOwner(database, owner);
      if (isNew && row !== undefined) return true;
      return row?.state === 'used' && now - row.seenAt < SEEN_PRECISION_MS;
    });
    if (isCurrent) return;
    this.#use('write', (database) => {
      const state = readOwner(database, owner)?.state;
      if (isNew && state !== undefined) return;
      // A host that had not heard of the removal yet may have stored something after it.
      if (state === 'removed') deleteRange(database, owner);
      else if (state === undefined && !isNew) adoptLegacy(database, owner);
      writeOwner(database, owner, { state: 'used', seenAt: now });
    });
  }

  async touch(owners: readonly string[]): Promise<void> {
    const now = this.#now();
    if (owners.length === 0) return;
    this.#use('write', (database) => {
      for (const owner of owners) {
        const state = readOwner(database, owner)?.state ?? 'used';
        writeOwner(database, owner, { state, seenAt: now });
      }
    });
  }

  async release(
    owner: string,
    values: 'remove' | 'keep',
    { ifStill }: ReleaseOptions = {},
  ): Promise<StoredAmount> {
    const state = values === 'keep' ? 'kept' : 'removed';
    const amount = this.#use('write', (database) => {
      const row = readOwner(database, owner);
      if (ifStill !== undefined && !isAsListed(row, ifStill)) return undefined;
      // It was switched off since before owners had sources: what has its id alone is its own.
      if (row === undefined) adoptLegacy(database, owner);
      writeOwner(database, owner, { state, seenAt: this.#now() });
      return amountOf(database, owner);
    });
    if (amount === undefined) return { keys: 0, bytes: 0 };
    if (values === 'remove') await this.#inSteps((database) => deleteRemoved(database, owner));
    return amount;
  }

  async list(): Promise<readonly OwnedValues[]> {
    const owned: OwnedValues[] = [];
    for (let after = ''; ; ) {
      const namespace = this.#use('read', (database) => nextNamespace(database, after));
      if (namespace === undefined) return owned;
      const owner = ownerOfNamespace(namespace);
      // Values that were not stored by a broker have no owner, and are left alone.
      const isOwned = owner !== undefined && namespace.startsWith(startOf(owner));
      after = isOwned ? endOf(owner) : namespace;
      if (isOwned) {
        owned.push(this.#use('read', (database) => describeOwner(database, owner)));
      }
      await nextTurn();
    }
  }

  async dropExpired(): Promise<StoredAmount> {
    const now = this.#now();
    return this.#inSteps((database) =>
      sumOf(database.prepare(DELETE_EXPIRED).all(now, ROWS_PER_STEP)),
    );
  }

  /** Until a step finds nothing more. */
  async #inSteps(step: (database: DatabaseSync) => StoredAmount): Promise<StoredAmount> {
    let total = { keys: 0, bytes: 0 };
    for (;;) {
      const { keys, bytes } = this.#use('write', step);
      total = { keys: total.keys + keys, bytes: total.bytes + bytes };
      if (keys < ROWS_PER_STEP) return total;
      await nextTurn();
    }
  }
}

interface OwnerRow {
  readonly state: 'used' | 'kept' | 'removed';
  readonly seenAt: number;
}

const DELETE_RANGE = `DELETE FROM entries WHERE (namespace, key) IN (
  SELECT namespace, key FROM entries WHERE namespace >= ? AND namespace < ? LIMIT ?
) RETURNING size`;

const DELETE_EXPIRED = `DELETE FROM entries WHERE (namespace, key) IN (
  SELECT namespace, key FROM entries WHERE expires_at IS NOT NULL AND expires_at <= ? LIMIT ?
) RETURNING size`;

/** The first text behind all that start with the owner: the sign behind the comma. */
function endOf(owner: string): string {
  return `${startOf(owner).slice(0, -1)}-`;
}

function readOwner(database: DatabaseSync, owner: string): OwnerRow | undefined {
  const row = database.prepare('SELECT state, seen_at FROM owners WHERE owner = ?').get(owner);
  if (row === undefined) return undefined;
  const state = String(row['state']);
  return {
    state: state === 'kept' || state === 'removed' ? state : 'used',
    seenAt: Number(row['seen_at']),
  };
}

function writeOwner(database: DatabaseSync, owner: string, { state, seenAt }: OwnerRow): void {
  database
    .prepare(
      `INSERT INTO owners (owner, state, seen_at) VALUES (?, ?, ?)
       ON CONFLICT (owner) DO UPDATE SET state = excluded.state, seen_at = excluded.seen_at`,
    )
    .run(owner, state, seenAt);
}

function deleteRange(database: DatabaseSync, owner: string, most = -1): StoredAmount {
  return sumOf(database.prepare(DELETE_RANGE).all(startOf(owner), endOf(owner), most));
}

/** Until the owner is claimed again: what is there then is new. */
function deleteRemoved(database: DatabaseSync, owner: string): StoredAmount {
  if (readOwner(database, owner)?.state !== 'removed') return { keys: 0, bytes: 0 };
  return deleteRange(database, owner, ROWS_PER_STEP);
}

function isAsListed(
  row: OwnerRow | undefined,
  { state, seenAt }: NonNullable<ReleaseOptions['ifStill']>,
): boolean {
  return row === undefined ? seenAt === undefined : row.state === state && row.seenAt === seenAt;
}

function sumOf(rows: readonly Record<string, unknown>[]): StoredAmount {
  return { keys: rows.length, bytes: rows.reduce((sum, row) => sum + Number(row['size']), 0) };
}

function amountOf(database: DatabaseSync, owner: string): StoredAmount {
  const row = database
    .prepare(
      `SELECT count(*) AS keys, coalesce(sum(size), 0) AS bytes FROM entries
       WHERE namespace >= ? AND namespace < ?`,
    )
    .get(startOf(owner), endOf(owner));
  return { keys: Number(row?.['keys']), bytes: Number(row?.['bytes']) };
}

function nextNamespace(database: DatabaseSync, after: string): string | undefined {
  const row = database
    .prepare('SELECT namespace FROM entries WHERE namespace > ? ORDER BY namespace LIMIT 1')
    .get(after);
  return row === undefined ? undefined : String(row['namespace']);
}

function describeOwner(database: DatabaseSync, owner: string): OwnedValues {
  const row = readOwner(database, owner);
  const state = row?.state ?? 'used';
  return {
    ...{ owner, ...amountOf(database, owner), state },
    ...(row === undefined ? {} : { seenAt: row.seenAt }),
  };
}

function adoptLegacy(database: DatabaseSync, owner: string): void {
  const legacy = legacyOwner(owner);
  if (legacy === undefined) return;
  database
    .prepare(
      `UPDATE OR REPLACE entries SET namespace = ? || substr(namespace, ?)
       WHERE namespace >= ? AND namespace < ?`,
    )
    .run(startOf(owner), startOf(legacy).length + 1, startOf(legacy), endOf(legacy));
}
