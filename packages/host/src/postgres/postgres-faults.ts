/**
 * What an error says about a statement: `not_sent`: it never reached the database. `rolled_back`: the
 * database undid all of it. `lost`: it may have been done, which cannot be told. `refused`: the database is there
 * and said no to these values. `unable`: it is there and undid a statement that it should take: no right, no room, too
 * slow, or it only reads.
 */
export type PostgresFault = 'not_sent' | 'rolled_back' | 'lost' | 'refused' | 'unable';

/** Thrown for a connection that could not be had; nothing was sent over it. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

/** Thrown for a database that takes no changes, such as a standby: what it says may be old. */
export class ReadOnlyDatabase extends Error {
  override readonly name = 'ReadOnlyDatabase';
  /** As a statement that writes is answered there. */
  readonly code = '25006';
}

/** Serialization failure, deadlock, a lock that was not given in time: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const ROLLED_BACK: ReadonlySet<string> = new Set(['40001', '40P01', '55P03']);
/** Connection exceptions, and a server that shuts down, crashed or starts. */
const LOST = /^(?:08|57P)/;
/** Cardinality, data, integrity, a limit of the program: about values, not about the database. */
const OF_VALUES = /^(?:21|22|23|54)/;

export function postgresFault(error: unknown): PostgresFault {
  if (error instanceof NotConnected) return 'not_sent';
  const code = sqlState(error);
  // An error without a state is no answer of the database: the connection broke or took too long.
  if (code === undefined || LOST.test(code)) return 'lost';
  if (ROLLED_BACK.has(code)) return 'rolled_back';
  return OF_VALUES.test(code) ? 'refused' : 'unable';
}

/** The five characters of an answer of the database; system errors have longer words. */
export function sqlState(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
