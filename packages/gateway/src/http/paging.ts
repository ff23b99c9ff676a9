import { type Static, Type } from '@sinclair/typebox';
import { HttpProblem } from './http-problem.ts';

/** Which part of a long list: from a place on, or behind the last entry of the page before. */
export const PageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 200 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1_024,
      description: '`next` of the page before; takes the place of `offset`.',
    }),
  ),
} as const;

export const PageShape = {
  total: Type.Integer({ description: 'Of all pages together.' }),
  next: Type.Optional(
    Type.String({ description: 'The `cursor` of the next page, if there is one.' }),
  ),
} as const;

const Query = Type.Object(PageQuery);

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly next?: string;
}

/**
 * One page of a list whose entries have names of their own. A cursor names the entry before the page, so
 * that entries that come and go between two pages make none appear twice; should that entry be gone, its
 * place counts. Throws `request_invalid` for what is no cursor.
 */
export function pageOf<Entry>(
  all: readonly Entry[],
  query: Readonly<Record<string, unknown>>,
  nameOf: (entry: Entry) => string,
): Page<Entry> {
  const { limit, offset, cursor } = query as Static<typeof Query>;
  const start = cursor === undefined ? offset : behind(all, readCursor(cursor), nameOf);
  const entries = all.slice(start, start + limit);
  const last = entries.at(-1);
  const end = start + entries.length;
  const isLast = last === undefined || end >= all.length;
  return {
    entries,
    total: all.length,
    ...(isLast ? {} : { next: writeCursor(end - 1, nameOf(last)) }),
  };
}

interface Cursor {
  readonly at: number;
  readonly name: string;
}

function behind<Entry>(
  all: readonly Entry[],
  { at, name }: Cursor,
  nameOf: (entry: Entry) => string,
): number {
  const there = all[at];
  if (there !== undefined && nameOf(there) === name) return at + 1;
  const moved = all.findIndex((entry) => nameOf(entry) === name);
  return moved < 0 ? at : moved + 1;
}

function writeCursor(at: number, name: string): string {
  return Buffer.from(JSON.stringify([at, name])).toString('base64url');
}

function readCursor(cursor: string): Cursor {
  try {
    const [at, name]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Number.isSafeInteger(at) && Number(at) >= 0 && typeof name === 'string') {
      return { at: Number(at), name };
    }
  } catch {
    // Said below.
  }
  throw new HttpProblem(400, 'request_invalid', {
    detail: 'query.cursor: it is none of this list.',
  });
}
