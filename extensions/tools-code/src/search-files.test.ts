import type { Files } from '@mortise/sdk';
import { describe, expect, it } from 'vitest';
import { CallBudget } from './call-budget.ts';
import { formatSearch } from './format-search.ts';
import { createLineMatcher } from './line-matcher.ts';
import { type SearchOptions, searchFiles } from './search-files.ts';

type Found = Awaited<ReturnType<Files['search']>>;

const NOTHING: Found = { files: [], searched: 0, unreadable: 0, skipped: 0 };
const file = (path: string, total: number, texts = ['x']) => ({
  ...{ path, total, isPartly: false },
  lines: texts.map((text, index) => ({ line: index + 1, text })),
});

/** Answers one batch after the other and notes what it was asked. */
function batches(...given: readonly Partial<Found>[]) {
  const asked: unknown[] = [];
  const files: SearchOptions['files'] = {
    search: async (_path, _text, options) => {
      asked.push(options);
      return { ...NOTHING, ...given[asked.length - 1] };
    },
    readMany: async () => ({
      files: [
        { path: 'a', content: 'one\ntwo', isPartly: false },
        { path: 'b', content: 'x\n'.repeat(30), isPartly: true },
      ],
      ...{ unreadable: 1, skipped: 2 },
    }),
  };
  return { files, asked };
}

function search(files: SearchOptions['files'], more: Partial<SearchOptions> = {}) {
  return searchFiles({
    ...{ files, path: '.', query: { text: 'x', ignoreCase: false }, maxResults: 50 },
    ...{ leftOut: { ignore: ['dist/'], gitignore: false }, budget: new CallBudget(10) },
    ...more,
  });
}

describe('a search', () => {
  it('goes on behind the last file until everything was seen', async () => {
    const { files, asked } = batches(
      { files: [file('a/z.ts', 1)], searched: 9, stopped: 'bytes', last: 'a/z.ts' },
      { files: [file('b.ts', 1)], searched: 2, unreadable: 1 },
    );
    const report = await search(files, { glob: '*.ts' });
    expect(report.lines).toEqual(['a/z.ts:1: x', 'b.ts:1: x']);
    expect(formatSearch(report)).toMatch(
      /^\[2 matching lines in 2 files, 11 files searched; 1 file left out: not text, or not readable\]\n/,
    );
    expect(asked).toMatchObject([
      { ignore: ['dist/'], only: ['*.ts'], limit: 50 },
      { after: 'a/z.ts', limit: 49 },
    ]);
  });

  it('says that it stopped and how to go on, for whatever reason', async () => {
    const enough = await search(batches({ files: [file('a', 7), file('b', 1)] }).files, {
      maxResults: 5,
    });
    expect(enough).toMatchObject({ stopped: 'results', last: 'a', matches: 7 });
    expect(formatSearch(enough)).toContain('to go on pass after: "a"');
    const spent = batches({ stopped: 'time', last: 'q' }, { stopped: 'time', last: 'r' });
    const report = await search(spent.files, { budget: new CallBudget(2) });
    expect(report).toMatchObject({ stopped: 'budget', last: 'r' });
    expect(formatSearch(report)).toContain('STOPPED at what one call may take');
  });

  it('stops where the host comes no further, and when its own time is over', async () => {
    const stuck = batches({ stopped: 'time', last: 'q' }, { stopped: 'time', last: 'q' });
    expect(await search(stuck.files)).toMatchObject({ stopped: 'budget', last: 'q' });
    const late = { budget: new CallBudget(10, Date.now() - 60_000) };
    expect(await search(batches().files, late)).toMatchObject({ stopped: 'budget' });
  });

  it('matches regular expressions itself, and counts what it does not show of a file', async () => {
    const report = await search(batches().files, { query: createLineMatcher('^(x|TWO)$', true) });
    expect(report).toMatchObject({ matches: 31, matchingFiles: 2, searchedFiles: 2 });
    expect(report.lines[0]).toBe('a:2: two');
    expect(report.lines.at(-1)).toBe('[… 10 more in b …]');
    expect(formatSearch(report)).toContain(
      '2 folders left out: not readable; only the first 1,000,000 bytes searched of b',
    );
  });
});
