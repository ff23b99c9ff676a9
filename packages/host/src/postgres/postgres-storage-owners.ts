import {
  type ClaimOptions,
  type OwnedValues,
  ownerOfNamespace,
  type ReleaseOptions,
  type StorageOwners,
  type StoredAmount,
  startOf,
} from '@mortise/contracts';
import { legacyOwner } from '../brokers/storage/legacy-owner.ts';
import type { PostgresDatabase, Row, RunStatement } from './postgres-database.ts';
import type { PostgresStorageOptions } from './postgres-storage.ts';

/** Rows that one step takes away. */
const ROWS_PER_STEP = 500;
/** How stale the time of last use may be. */
const SEEN_PRECISION_MS = 60 * 60 * 1_000;
const NOTHING: StoredAmount = { keys: 0, bytes: 0 };

/** Owners in the database that holds their values: who stores, and who is gone, changes in one step with both. */
export class PostgresStorageOwners implements StorageOwners {
  readonly #database: PostgresDatabase;
  readonly #now: () => number;
  /** The last release that this process began: what it asks for afterwards comes after it. */
  #releasing: Promise<unknown> = Promise.resolve();

  constructor({ database, now }: PostgresStorageOptions) {
    this.#database = database;
    this.#now = now;
  }

  async claim(owner: string, { isNew = false }: ClaimOptions = {}): Promise<void> {
    const seenAt = this.#now();
    await this.#releasing;
    const [row] = (await this.#database.ask(READ_OWNER, [owner])).rows;
    const known = row === undefined ? undefined : ownerOf(row);
    if (isNew && known !== undefined) return;
    if (known?.state === 'used' && seenAt - known.seenAt < SEEN_PRECISION_MS) return;
    await this.#change(owner, async (run, current) => {
      if (isNew && current !== undefined) return;
      // A host that had not heard of the removal yet may have stored something after it.
      if (current?.state === 'removed') await run(DELETE_RANGE, [...rangeOf(owner), null]);
      else if (current === undefined && !isNew) await adoptLegacy(run, owner);
      await run(WRITE_OWNER, [owner, 'used', seenAt]);
    });
  }

  async touch(owners: readonly string[]): Promise<void> {
    if (owners.length > 0) await this.#database.ask(TOUCH, [owners, this.#now()]);
  }

  async release(
    owner: string,
    values: 'remove' | 'keep',
    { ifStill }: ReleaseOptions = {},
  ): Promise<StoredAmount> {
    const state = values === 'keep' ? 'kept' : 'removed';
    const releasing = this.#change(owner, async (run, current) => {
      if (ifStill !== undefined && !isAsListed(current, ifStill)) return undefined;
      // It was switched off since before owners had sources: what has its id alone is its own.
      if (current === undefined) await adoptLegacy(run, owner);
      await run(WRITE_OWNER, [owner, state, this.#now()]);
      return amountOf((await run(COUNT_RANGE, rangeOf(owner))).rows[0]);
    });
    this.#releasing = releasing.catch(() => undefined);
    const amount = await releasing;
    if (amount === undefined) return NOTHING;
    if (values === 'remove') await this.#removeValues(owner);
    return amount;
  }

  async list(): Promise<readonly OwnedValues[]> {
    const sums = new Map<string, StoredAmount>();
    for (const row of (await this.#database.ask(LIST_NAMESPACES)).rows) {
      const namespace = String(row['namespace']);
      const owner = ownerOfNamespace(namespace);
      // Values that were not stored by a broker have no owner, and are left alone.
      if (owner === undefined || !namespace.startsWith(startOf(owner))) continue;
      const { keys, bytes } = sums.get(owner) ?? NOTHING;
      const more = amountOf(row);
      sums.set(owner, { keys: keys + more.keys, bytes: bytes + more.bytes });
    }
    const rows = (await this.#database.ask('SELECT owner, state, seen_at FROM owners')).rows;
    const known = new Map(rows.map((row) => [String(row['owner']), ownerOf(row)]));
    return [...sums].map(([owner, amount]) => {
      return { owner, ...amount, ...(known.get(owner) ?? { state: 'used' }) };
    });
  }

  async dropExpired(): Promise<StoredAmount> {
    const now = this.#now();
    return inSteps(async () =>
      sumOf((await this.#database.ask(DELETE_EXPIRED, [now, ROWS_PER_STEP])).rows),
    );
  }

  /** Until the owner is claimed again: what is there then is new. */
  async #removeValues(owner: string): Promise<void> {
    await inSteps(() =>
      this.#change(owner, async (run, current) =>
        current?.state === 'removed'
          ? sumOf((await run(DELETE_RANGE, [...rangeOf(owner), ROWS_PER_STEP])).rows)
          : NOTHING,
      ),
    );
  }

  /** Changes of one owner come one after the other. */
  #change<Result>(
    owner: string,
    work: (run: RunStatement, current: OwnerFacts | undefined) => Promise<Result>,
  ): Promise<Result> {
    return this.#database.transact(async (run) => {
      await run(LOCK, [owner]);
      const [row] = (await run(READ_OWNER, [owner])).rows;
      return work(run, row === undefined ? undefined : ownerOf(row));
    });
  }
}

interface OwnerFacts {
  readonly state: OwnedValues['state'];
  readonly seenAt: number;
}

const LOCK = `SELECT pg_advisory_xact_lock(1869440370, hashtext(current_schema() || $1))`;
const READ_OWNER = 'SELECT state, seen_at FROM owners WHERE owner = $1';
const WRITE_OWNER = `INSERT INTO owners (owner, state, seen_at) VALUES ($1, $2, $3)
  ON CONFLICT (owner) DO UPDATE SET state = excluded.state, seen_at = excluded.seen_at`;
const TOUCH = `INSERT INTO owners (owner, state, seen_at)
  SELECT DISTINCT owner, 'used', $2::bigint FROM unnest($1::text[]) AS named (owner)
  ON CONFLICT (owner) DO UPDATE SET seen_at = excluded.seen_at`;
const COUNT_RANGE = `SELECT count(*) AS keys, coalesce(sum(size), 0) AS bytes FROM entries
  WHERE namespace >= $1 AND namespace < $2`;
const LIST_NAMESPACES = `SELECT namespace, count(*) AS keys, sum(size) AS bytes FROM entries
  GROUP BY namespace ORDER BY namespace`;
const DELETE_RANGE = `DELETE FROM entries WHERE (namespace, key) IN (
  SELECT namespace, key FROM entries WHERE namespace >= $1 AND namespace < $2 LIMIT $3
) RETURNING size`;
const DELETE_EXPIRED = `DELETE FROM entries WHERE (namespace, key) IN (
  SELECT namespace, key FROM entries WHERE expires_at <= $1 LIMIT $2
) RETURNING size`;
const DROP_REPLACED = `DELETE FROM entries AS newer USING entries AS legacy
  WHERE legacy.namespace >= $3 AND legacy.namespace < $4
    AND newer.namespace = $1::text || substr(legacy.namespace, $2::int) AND newer.key = legacy.key`;
const ADOPT = `UPDATE entries SET namespace = $1::text || substr(namespace, $2::int)
  WHERE namespace >= $3 AND namespace < $4`;

async function adoptLegacy(run: RunStatement, owner: string): Promise<void> {
  const legacy = legacyOwner(owner);
  if (legacy === undefined || legacy === owner) return;
  // Postgres counts characters, not halves of them.
  const values = [startOf(owner), [...startOf(legacy)].length + 1, ...rangeOf(legacy)];
  await run(DROP_REPLACED, values);
  await run(ADOPT, values);
}

/** From the first text that starts with the owner to the first behind all of them: the sign behind the comma. */
function rangeOf(owner: string): readonly [string, string] {
  const start = startOf(owner);
  return [start, `${start.slice(0, -1)}-`];
}

async function inSteps(step: () => Promise<StoredAmount>): Promise<StoredAmount> {
  let total = NOTHING;
  for (;;) {
    const { keys, bytes } = await step();
    total = { keys: total.keys + keys, bytes: total.bytes + bytes };
    if (keys < ROWS_PER_STEP) return total;
  }
}

function isAsListed(
  current: OwnerFacts | undefined,
  { state, seenAt }: NonNullable<ReleaseOptions['ifStill']>,
): boolean {
  if (current === undefined) return seenAt === undefined;
  return current.state === state && current.seenAt === seenAt;
}

function ownerOf(row: Row): OwnerFacts {
  const state = String(row['state']);
  return {
    state: state === 'kept' || state === 'removed' ? state : 'used',
    seenAt: Number(row['seen_at']),
  };
}

function amountOf(row: Row | undefined): StoredAmount {
  return { keys: Number(row?.['keys']), bytes: Number(row?.['bytes']) };
}

function sumOf(rows: readonly Row[]): StoredAmount {
  return { keys: rows.length, bytes: rows.reduce((sum, row) => sum + Number(row['size']), 0) };
}
