import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walkRules } from './code-config.ts';
import { formatSearch } from './format-search.ts';
import { HostCallBudget } from './host-call-budget.ts';
import { createLineMatcher } from './line-matcher.ts';
import { type SearchReport, searchFiles } from './search-files.ts';
import { memoryFiles } from './testing/memory-files.ts';
import { walkFiles } from './walk-files.ts';

interface Question {
  readonly after?: string;
  readonly hostCalls?: number;
  readonly maxResults?: number;
}

async function search(
  contents: Readonly<Record<string, string>>,
  { after, hostCalls = 190, maxResults = 50 }: Question = {},
): Promise<SearchReport> {
  const files = memoryFiles(contents);
  const budget = new HostCallBudget(hostCalls);
  const match = createLineMatcher({ query: 'x', isRegex: false, ignoreCase: false });
  const walk = { files, start: '.', rules: walkRules({}), budget, maxDepth: 40 };
  const paths = pathsOf(walkFiles({ ...walk, ...(after === undefined ? {} : { after }) }));
  return searchFiles({ files, start: '.', paths, match, budget, maxResults });
}

async function* pathsOf(walk: ReturnType<typeof walkFiles>) {
  for await (const { path, kind } of walk) if (kind === 'file') yield path;
}

describe('a search', () => {
  it('answers path, line and text in order, without what is ignored', async () => {
    const report = await search({
      'b.ts': 'a\nx1\r\n',
      'a/z.ts': 'x2',
      'node_modules/p/index.js': 'x',
      'a/.git/config': 'x',
    });
    expect(report.lines).toEqual(['a/z.ts:1: x2', 'b.ts:2: x1']);
    expect(formatSearch(report)).toMatch(/^\[2 matching lines in 2 files, 2 files searched\]\n/);
  });

  it('shows the part of a long line around the match', async () => {
    const report = await search({ a: `${'-'.repeat(5_000)}x${'😀'.repeat(5_000)}` });
    expect(report.lines[0]).toMatch(/^a:1: …-+x(?:😀)+…$/u);
    expect(report.lines[0]?.length).toBeLessThan(320);
  });

  it('counts what it does not show of a file', async () => {
    const report = await search({ a: 'x\n'.repeat(100) }, { maxResults: 500 });
    expect(report.lines).toHaveLength(21);
    expect(report.lines[20]).toBe('[… 80 more in a …]');
    expect(report.matches).toBe(100);
  });

  it('leaves out binary files and says so', async () => {
    const report = await search({ a: 'x\0', b: 'x' });
    expect(formatSearch(report)).toContain('1 file left out: not text, or not readable');
  });

  it('says that it stopped and how to go on', async () => {
    const contents = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`f${index}`, 'x']),
    );
    const report = await search(contents, { hostCalls: 11 });
    expect(report).toMatchObject({ stopped: 'budget', searchedFiles: 10 });
    expect(formatSearch(report)).toContain(`to go on pass after: "${report.last}"`);
  });

  it('finds every match exactly once when it is gone on with to the end', async () => {
    const anyPath = fc
      .array(fc.constantFrom('a', 'b', 'aa', 'a.b', 'z'), { minLength: 1, maxLength: 4 })
      .map((names) => names.join('/'));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyPath, { maxLength: 25 }),
        fc.integer({ min: 8, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (paths, hostCalls, maxResults) => {
          // A name cannot be a file and a folder.
          const plain = paths.filter(
            (path) => !paths.some((other) => other.startsWith(`${path}/`)),
          );
          const contents = Object.fromEntries(plain.map((path) => [path, 'x']));
          const found: string[] = [];
          let after: string | undefined;
          for (let round = 0; round <= plain.length; round += 1) {
            const report = await search(contents, {
              ...(after === undefined ? {} : { after }),
              hostCalls,
              maxResults,
            });
            found.push(...report.lines);
            after = report.last;
            if (report.stopped === undefined) break;
          }
          expect(found.toSorted()).toEqual(plain.map((path) => `${path}:1: x`).toSorted());
        },
      ),
    );
  });
});

describe('a matcher', () => {
  it.each([
    { query: 'a.c', isRegex: false, ignoreCase: false, line: 'abc', at: undefined },
    { query: 'a.c', isRegex: true, ignoreCase: false, line: '-abc', at: 1 },
    { query: 'ABC', isRegex: false, ignoreCase: true, line: 'xabc', at: 1 },
    { query: 'A.C', isRegex: true, ignoreCase: true, line: 'xabc', at: 1 },
    { query: '$(', isRegex: false, ignoreCase: false, line: 'a$(b)', at: 1 },
  ])('finds $query in $line at $at', ({ line, at, ...options }) => {
    expect(createLineMatcher(options)(line)?.at).toBe(at);
  });
});
