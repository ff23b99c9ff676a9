import { Buffer } from 'node:buffer';
import { storedText } from '../postgres/stored-text.ts';
import { originalKey, storedKey } from '../state/stored-key.ts';

/**
 * What is in a column. `key`: a text that SQLite and Postgres both keep escaped if they must; `name`: one that only
 * Postgres does; `text`: as it is in both.
 */
export type ColumnKind = 'key' | 'name' | 'text' | 'number' | 'bytes';

/** A value as it is between two engines: a text is what it was before it was stored, bytes are base64. */
export type MovedValue = string | number | null;

/** The values of a row, in the order of the columns of its table. */
export type MovedRow = readonly MovedValue[];

/** A table that moves, under the name that it has in both engines. */
export interface StateTable {
  readonly name: string;
  /** The file of SQLite that it is in. */
  readonly file: 'main' | 'storage';
  /** As people call what is in it. */
  readonly noun: string;
  readonly columns: { readonly [name: string]: ColumnKind };
  readonly order: string;
}

/**
 * All that is moved. Not here: places of calls that run (`rate_holds`) and the list of replicas, which are of hosts that
 * have ended, and the log of changes, which is for hosts that run.
 */
export const STATE_TABLES: readonly StateTable[] = [
  {
    ...{ name: 'sessions', file: 'main', noun: 'session', order: 'agent_id, session_key' },
    columns: {
      ...{ agent_id: 'key', session_key: 'key', loaded_toolkits: 'text', gravest: 'text' },
      ...{ version: 'number', updated_at: 'number' },
    },
  },
  {
    ...{ name: 'tokens', file: 'main', noun: 'token', order: 'number' },
    columns: { id: 'name', record: 'text', expires_at: 'number', revoked_at: 'number' },
  },
  {
    ...{ name: 'approvals', file: 'main', noun: 'approval', order: 'mark' },
    columns: {
      ...{ id: 'name', version: 'number', state: 'text', request: 'text', agent_id: 'key' },
      ...{ caller: 'name', expires_at: 'number', last_change: 'number', record: 'text' },
    },
  },
  {
    ...{ name: 'stops', file: 'main', noun: 'stop', order: 'number' },
    columns: {
      ...{ id: 'name', scope: 'name', name: 'name', reason: 'name', made_by: 'name' },
      ...{ made_at: 'number', lifted_at: 'number', lifted_by: 'name' },
    },
  },
  {
    ...{ name: 'rates', file: 'main', noun: 'rate', order: 'key, starts_at' },
    columns: { key: 'name', starts_at: 'number', ends_at: 'number', used: 'number' },
  },
  {
    ...{ name: 'calls', file: 'main', noun: 'call', order: 'id' },
    columns: {
      ...{ id: 'text', request: 'text', run: 'text', holder: 'text', held_until: 'number' },
      ...{ state: 'text', runs: 'number', begun_at: 'number', ended_at: 'number' },
      outcome: 'text',
    },
  },
  {
    ...{ name: 'entries', file: 'storage', noun: 'stored value', order: 'namespace, key' },
    columns: {
      ...{ namespace: 'text', key: 'bytes', value: 'text', size: 'number' },
      expires_at: 'number',
    },
  },
  {
    ...{ name: 'owners', file: 'storage', noun: 'owner of stored values', order: 'owner' },
    columns: { owner: 'text', state: 'text', seen_at: 'number' },
  },
];

export type Engine = 'sqlite' | 'postgres';

/** A row as an engine gives it → as it is moved. */
export function readRow(
  { columns }: StateTable,
  row: Readonly<Record<string, unknown>>,
  engine: Engine,
): MovedRow {
  return Object.entries(columns).map(([name, kind]) => readValue(row[name], kind, engine));
}

function readValue(value: unknown, kind: ColumnKind, engine: Engine): MovedValue {
  if (value === null || value === undefined) return null;
  if (kind === 'number') return Number(value);
  if (kind === 'bytes') return Buffer.from(value as Uint8Array).toString('base64');
  return isEscaped(kind, engine) ? originalKey(String(value)) : String(value);
}

/** A value as it is moved → as an engine keeps it. */
export function writeValue(value: MovedValue, kind: ColumnKind, engine: Engine) {
  if (value === null || typeof value === 'number') return value;
  if (kind === 'bytes') return Buffer.from(value, 'base64');
  if (!isEscaped(kind, engine)) return value;
  return engine === 'postgres' ? storedText(value) : storedKey(value);
}

function isEscaped(kind: ColumnKind, engine: Engine): boolean {
  return kind === 'key' || (kind === 'name' && engine === 'postgres');
}
