import type { ToolEntry, ToolSurface } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListPages } from './list-pages.ts';

const entry = (name: string, description = ''): ToolEntry => ({
  name,
  description,
  schema: { type: 'object' },
  origin: { kind: 'core' },
  aliases: [],
  isOptional: false,
});

function surfaceOf(active: readonly ToolEntry[]): ToolSurface {
  return { active } as unknown as ToolSurface;
}

function walk(pages: ListPages, surface: ToolSurface): readonly string[][] {
  const found: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = pages.page('tools/list', surface, cursor);
    found.push(page.tools.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

describe('the pages of tools/list', () => {
  it('hold every tool once, in order, and never more than a page', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 12 }), (count, pageSize) => {
        const names = Array.from({ length: count }, (_, index) => `t${index}`);
        const pages = new ListPages({ pageSize, pageChars: 1_000_000 });
        const found = walk(pages, surfaceOf(names.map((name) => entry(name))));
        expect(found.flat()).toEqual(names);
        expect(found.every((page) => page.length <= pageSize)).toBe(true);
      }),
    );
  });

  it('end early rather than grow too long, but never without a tool', () => {
    const pages = new ListPages({ pageSize: 10, pageChars: 300 });
    const entries = ['a', 'b', 'c'].map((name) =>
      entry(name, 'x'.repeat(name === 'b' ? 1_000 : 10)),
    );
    expect(walk(pages, surfaceOf(entries))).toEqual([['a'], ['b'], ['c']]);
  });

  it.each(['', 'x', '!!!', Buffer.from('-1.abc').toString('base64url'), 'A'.repeat(10_000)])(
    'refuse the cursor %j',
    (cursor) => {
      const pages = new ListPages({ pageSize: 1, pageChars: 1_000 });
      expect(() => pages.page('tools/list', surfaceOf([entry('a'), entry('b')]), cursor)).toThrow(
        /not a cursor/,
      );
    },
  );

  it('refuse a cursor of a list that has changed', () => {
    const pages = new ListPages({ pageSize: 1, pageChars: 1_000 });
    const { nextCursor } = pages.page('tools/list', surfaceOf([entry('a'), entry('b')]), undefined);
    expect(() => pages.page('tools/list', surfaceOf([entry('a'), entry('c')]), nextCursor)).toThrow(
      /changed/,
    );
  });
});

describe('a listed tool', () => {
  it('asks no client to repeat arguments in headers, wherever a schema asks for it', () => {
    const schema = {
      properties: {
        key: { type: 'string', 'x-mcp-header': 'Key' },
        'x-mcp-header': { type: 'string' },
        inner: { type: 'object', properties: { deep: { type: 'string', 'x-mcp-header': 'Deep' } } },
      },
    };
    const pages = new ListPages({ pageSize: 1, pageChars: 1_000 });
    const { tools } = pages.page('tools/list', surfaceOf([{ ...entry('a'), schema }]), undefined);
    expect(tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: {
        key: { type: 'string' },
        'x-mcp-header': { type: 'string' },
        inner: { type: 'object', properties: { deep: { type: 'string' } } },
      },
    });
  });
});
