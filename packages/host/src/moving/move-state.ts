import { createHash } from 'node:crypto';
import { MortiseError } from '@mortise/contracts';
import { type MovedRow, STATE_TABLES, type StateTable } from './state-tables.ts';

/** A state that is read as of one moment; no host changes it until this is disposed of. */
export interface StateSource extends AsyncDisposable {
  /** For people, without anything secret. */
  readonly place: string;
  read(table: StateTable): AsyncIterable<MovedRow> | Iterable<MovedRow>;
}

/** A state that is replaced as a whole when it is committed; disposed of before, it is as it was. */
export interface StateTarget extends StateSource {
  /** Everything that is there. */
  clear(): Promise<void>;
  write(table: StateTable, rows: readonly MovedRow[]): Promise<void>;
  commit(): Promise<void>;
}

export interface MoveOptions {
  /** What is in the target goes. */
  readonly replaces: boolean;
}

export interface MoveReport {
  readonly from: string;
  readonly to: string;
  /** Rows by table. */
  readonly moved: { readonly [table: string]: number };
  /** Rows of the target that went. */
  readonly replaced: { readonly [table: string]: number };
}

/** Rows that are written together. */
const MOST_ROWS = 200;
/** Their texts together, in characters. */
const MOST_CHARS = 2_000_000;

/**
 * Copies everything from one state to another, reads it back and compares, and only then commits. Rejects with
 * `state_target_not_empty` and `state_move_unequal`; nothing is changed then.
 */
export async function moveState(
  from: StateSource,
  to: StateTarget,
  { replaces }: MoveOptions,
): Promise<MoveReport> {
  const replaced = countsOf(await measureAll(to));
  if (sumOf(replaced) > 0 && !replaces) {
    throw new MortiseError('state_target_not_empty', `${to.place} holds ${shown(replaced)}.`);
  }
  await to.clear();
  const sent: Measured[] = [];
  for (const table of STATE_TABLES) sent.push(await copyTable(table, from, to));
  const kept = await measureAll(to);
  const unequal = sent.find((each, at) => !isEqual(each, kept[at]));
  if (unequal !== undefined) {
    throw new MortiseError('state_move_unequal', `${unequal.table.name} in ${to.place}.`);
  }
  await to.commit();
  return { from: from.place, to: to.place, moved: countsOf(sent), replaced };
}

/** `3 tokens and 1 stop`. */
export function shown(counts: MoveReport['moved']): string {
  const parts = STATE_TABLES.flatMap(({ name, noun }) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? noun : plural(noun)}`];
  });
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

function plural(noun: string): string {
  return noun.startsWith('owner') ? noun.replace('owner', 'owners') : `${noun}s`;
}

/** How many rows a table has, and a sum of their hashes: two engines may order them differently. */
interface Measured {
  readonly table: StateTable;
  readonly count: number;
  readonly hash: bigint;
}

async function copyTable(table: StateTable, from: StateSource, to: StateTarget): Promise<Measured> {
  const total = new RowSum(table);
  let batch: MovedRow[] = [];
  let chars = 0;
  for await (const row of from.read(table)) {
    chars += total.add(row);
    batch.push(row);
    if (batch.length < MOST_ROWS && chars < MOST_CHARS) continue;
    await to.write(table, batch);
    [batch, chars] = [[], 0];
  }
  if (batch.length > 0) await to.write(table, batch);
  return total;
}

async function measureAll(source: StateSource): Promise<readonly Measured[]> {
  const all: Measured[] = [];
  for (const table of STATE_TABLES) {
    const total = new RowSum(table);
    for await (const row of source.read(table)) total.add(row);
    all.push(total);
  }
  return all;
}

class RowSum implements Measured {
  readonly table: StateTable;
  count = 0;
  hash = 0n;

  constructor(table: StateTable) {
    this.table = table;
  }

  /** Answers how long the row is. */
  add(row: MovedRow): number {
    const text = JSON.stringify(row);
    this.count += 1;
    this.hash += BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
    return text.length;
  }
}

function isEqual(one: Measured, other: Measured | undefined): boolean {
  return one.count === other?.count && one.hash === other.hash;
}

function countsOf(measured: readonly Measured[]): MoveReport['moved'] {
  return Object.fromEntries(measured.map(({ table, count }) => [table.name, count]));
}

function sumOf(counts: MoveReport['moved']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
