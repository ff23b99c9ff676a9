import type { TokenRecord } from '@mortise/contracts';
import { endOfToken } from './token-record.ts';

/** A session of the console may make a link to another one, and that one again; a longer line is good for nothing. */
const MOST_ORIGINS = 16;

/**
 * When a token stops being good, by its own record and by those of the tokens that it ends with. An origin that is gone
 * has ended. Rejects with what `find` rejects with.
 */
export async function endWithOrigins(
  record: TokenRecord,
  find: (id: string) => Promise<TokenRecord | undefined>,
): Promise<number> {
  let end = endOfToken(record);
  let next = record.endsWith;
  for (let count = 0; next !== undefined; count += 1) {
    const origin = count < MOST_ORIGINS ? await find(next) : undefined;
    if (origin === undefined) return Number.NEGATIVE_INFINITY;
    end = Math.min(end, endOfToken(origin));
    next = origin.endsWith;
  }
  return end;
}

/** The ids of the tokens that end with this one, over others, too. */
export function endingWith(id: string, records: readonly TokenRecord[]): readonly string[] {
  const find = finderOf(records);
  return records.flatMap((record) => {
    const isOne = originsOf(record, find).some((origin) => origin.id === id);
    return isOne ? [record.id] : [];
  });
}

/** The same records; what ended with a token that was revoked is revoked since then as well. */
export function withRevokedOrigins(records: readonly TokenRecord[]): readonly TokenRecord[] {
  const find = finderOf(records);
  return records.map((record) => {
    if (record.revokedAt !== undefined) return record;
    const times = originsOf(record, find).flatMap(({ revokedAt = [] }) => revokedAt);
    return times.length === 0 ? record : { ...record, revokedAt: Math.min(...times) };
  });
}

type FindToken = (id: string) => TokenRecord | undefined;

function finderOf(records: readonly TokenRecord[]): FindToken {
  const byId = new Map(records.map((record) => [record.id, record]));
  return (id) => byId.get(id);
}

/** The tokens that one ends with, the nearest first. */
function originsOf({ endsWith }: TokenRecord, find: FindToken): readonly TokenRecord[] {
  const origins: TokenRecord[] = [];
  let next = endsWith === undefined ? undefined : find(endsWith);
  while (next !== undefined && origins.length < MOST_ORIGINS) {
    origins.push(next);
    next = next.endsWith === undefined ? undefined : find(next.endsWith);
  }
  return origins;
}
