import { describe, expect, it } from 'vitest';
import { pageOf } from './paging.ts';

const list = (count: number) => Array.from({ length: count }, (_, index) => `tool-${index}`);
const page = (all: readonly string[], cursor?: string) =>
  pageOf(all, { limit: 3, offset: 0, ...(cursor === undefined ? {} : { cursor }) }, (name) => name);

describe('a page of a list', () => {
  it('leads to the next until there is none', () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { entries, next, total } = page(list(8), cursor);
      expect(total).toBe(8);
      seen.push(...entries);
      cursor = next;
    } while (cursor !== undefined);
    expect(seen).toEqual(list(8));
  });

  it('repeats and misses nothing when entries before it come and go', () => {
    const { next } = page(list(8));
    expect(page(['new', ...list(8)], next).entries).toEqual(['tool-3', 'tool-4', 'tool-5']);
    expect(page(list(8).slice(1), next).entries).toEqual(['tool-3', 'tool-4', 'tool-5']);
  });

  it('goes on at its place when the entry before it is gone', () => {
    const { next } = page(list(8));
    const without = list(8).filter((name) => name !== 'tool-2');
    expect(page(without, next).entries).toEqual(['tool-3', 'tool-4', 'tool-5']);
  });

  it.each(['', '!', 'W10', 'WzEsMl0', 'bnVsbA'])('refuses the cursor %j', (cursor) => {
    expect(() => page(list(8), cursor)).toThrow(
      expect.objectContaining({ code: 'request_invalid' }),
    );
  });
});
