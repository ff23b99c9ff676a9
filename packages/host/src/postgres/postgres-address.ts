import { resolve } from 'node:path';
import { MortiseError } from '@mortise/contracts';

/** Where a state database is. The password is in `url` alone, which is shown nowhere. */
export interface PostgresAddress {
  readonly url: string;
  /** Holds all tables; two fleets may share a database under two names. */
  readonly schema: string;
  /** For people: without user, password and options. */
  readonly shown: string;
}

const STANDARD_SCHEMA = 'mortise';
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,39}$/;
/** With more in it, it is the rest of a password that was not encoded, and would be shown. */
const DATABASE_PATH = /^\/[^/@]+$/;
const PROTOCOL = /^postgres(?:ql)?:\/\//i;

/** Whether a setting of `state` names a database and not a file. */
export function isPostgresAddress(text: string): boolean {
  return PROTOCOL.test(text);
}

/**
 * Reads an address such as `postgres://user@host:5432/database?sslmode=verify-full&schema=mortise`. Throws
 * `state_address_invalid` without a word of the address: it may hold a password.
 */
export function readPostgresAddress(text: string, password?: string): PostgresAddress {
  // `URL.parse` in place of the constructor, whose error carries the text.
  const url = isPostgresAddress(text) ? URL.parse(text) : null;
  if (url === null || !DATABASE_PATH.test(url.pathname)) {
    throw invalid(
      'It is written postgres://user@host:5432/database; a password is percent-encoded.',
    );
  }
  const schema = url.searchParams.get('schema') ?? STANDARD_SCHEMA;
  if (!SCHEMA_NAME.test(schema)) {
    throw invalid('A schema has small letters, digits and _, at most 40.');
  }
  url.searchParams.delete('schema');
  if (password !== undefined) url.password = encodeURIComponent(password);
  const named = schema === STANDARD_SCHEMA ? '' : ` (schema ${schema})`;
  const shown = `postgres://${url.host}${url.pathname}${named}`;
  return Object.freeze({ url: url.href, schema, shown });
}

/** Who writes the first decides which server is believed; the others are how the host shows who it is. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** Files that an address names, as `pg` finds them. */
export function postgresFiles(text: string): readonly string[] {
  const named = URL.parse(text)?.searchParams;
  return FILES.flatMap((name) => named?.getAll(name) ?? [])
    .filter((path) => path !== '')
    .map((path) => resolve(path));
}

function invalid(detail: string): MortiseError {
  return new MortiseError('state_address_invalid', detail);
}
