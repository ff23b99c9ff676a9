import { describe, expect, it } from 'vitest';
import { innermostPlace, positionsOf, readTrace } from './trace.ts';

const find = (line: number, column: number) => (line === 1 ? `src/a.ts:${column}:1` : undefined);

describe('a stack that a guest wrote (S-5)', () => {
  it('becomes places of the author, and nothing else of it is taken', () => {
    const stack = [
      '    at parseHour (extension:///weather.js:1:14)',
      '    at async Object.execute (extension:///weather.js:1:7)',
      '    at extension:///weather.js:900:3',
      '    at run (mortise:///prelude.js:1:1000)',
      '    at Module._compile (node:internal/modules/cjs/loader:1:1)',
      '    at (/home/operator/secret/runner-main.js:1:1)',
      'anything else that it says',
    ].join('\n');
    expect(readTrace(stack, find)).toEqual([
      'at parseHour (src/a.ts:14:1)',
      'at async Object.execute (src/a.ts:7:1)',
      'at bundle.js:900:3',
    ]);
  });

  it.each([
    { what: 'control characters', line: '    at a\u001b[2J (extension:///x.js:1:1)' },
    {
      what: 'bidi and zero-width characters',
      line: '    at a\u202eb\u200b (extension:///x.js:1:1)',
    },
  ])('has no $what in it', ({ line }) => {
    const [shown = ''] = readTrace(line, find);
    expect(shown).toMatch(/^at a\\u\{[0-9a-f]+\}.* \(src\/a\.ts:1:1\)$/);
  });

  it('is bounded in lines and in length', () => {
    const line = `    at ${'x'.repeat(300)} (extension:///x.js:1:1)\n`;
    const trace = readTrace(line.repeat(500), find);
    expect(trace).toHaveLength(20);
    expect(trace[0]?.length).toBeLessThan(130);
    expect(readTrace(`    at ${'x'.repeat(100_000)} (extension:///x.js:1:1)`, find)).toEqual([]);
    expect(readTrace(`    at x (extension:///x.js:${'9'.repeat(20)}:1)`, find)).toEqual([]);
  });

  it('names causes, shortened', () => {
    const stack = `    at a (extension:///x.js:1:1)\ncaused by TypeError: ${'y'.repeat(1_000)}\n    at b (extension:///x.js:1:2)`;
    const trace = readTrace(stack, find);
    expect(trace).toHaveLength(3);
    expect(trace[1]).toMatch(/^caused by TypeError: y{100,240}$/);
  });

  it('takes the time of its length, however it is made', () => {
    const hostile = `    at ${'(extension:///x.js:1:1 '.repeat(20_000)}`;
    const start = performance.now();
    readTrace(hostile, find);
    expect(performance.now() - start).toBeLessThan(200);
  });

  it.each([
    ['at a (src/x.ts:1:2)', 'src/x.ts:1:2'],
    ['at src/x.ts:1:2', 'src/x.ts:1:2'],
    ['at a (b) (src/x.ts:1:2)', 'src/x.ts:1:2'],
    ['caused by x', undefined],
  ])('%s is at %s', (line, place) => {
    expect(innermostPlace([line])).toBe(place);
  });

  it('is where its author called what threw, if that is ours and in the bundle', () => {
    const ours = 'at readFileSync (mortise/builtins/fs.ts:42:5)';
    const trace = ['at runNow (mortise/files/steps.ts:21:24)', ours, 'at src/index.ts:2:14'];
    expect(innermostPlace(trace)).toBe('src/index.ts:2:14');
    expect(innermostPlace([ours])).toBe('mortise/builtins/fs.ts:42:5');
    expect(innermostPlace(['thrown: { code: 1 }'])).toBe(undefined);
  });
});

describe('a source map (S-5)', () => {
  const MAP = { version: 3, names: [], sources: ['../../../etc/src/a.ts'], mappings: 'AAAA;AACA' };

  it('leads to files of the package, whatever a package wrote into it', () => {
    expect(positionsOf(JSON.stringify(MAP))(1, 1)).toBe('etc/src/a.ts:1:1');
    const named = { ...MAP, sources: ['file:///root/\u001b[2Jb.ts'] };
    expect(positionsOf(JSON.stringify(named))(1, 1)).toBe('root/\\u{1b}[2Jb.ts:1:1');
  });

  it('leads from the dot of a chain, where V8 says that it broke, to the name behind it', () => {
    // 1:1 is at column 1, 1:2 at 14, 2:12 at 19.
    const chain = { ...MAP, sources: ['a.ts'], mappings: 'AAAA,aAAC,KACU' };
    const find = positionsOf(JSON.stringify(chain));
    expect([1, 14, 17, 18, 19].map((column) => find(1, column))).toEqual([
      ...['a.ts:1:1', 'a.ts:1:2', 'a.ts:1:2', 'a.ts:2:12', 'a.ts:2:12'],
    ]);
  });

  it.each(['', 'nonsense', '{}', '[]', 'null', '{"version":3,"mappings":1}'])(
    'that is none knows no place: %s',
    (text) => {
      expect(positionsOf(text)(1, 1)).toBe(undefined);
    },
  );
});
