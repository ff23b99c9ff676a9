import { describe, expect, it } from 'vitest';
import { readFixture, reduceTerminal } from './fixtures/reduce-terminal.ts';

interface RunCase {
  readonly fixture: string;
  readonly command: string;
  /** Lines (or parts of one) that name the failure, say why, or give the totals. */
  readonly keeps: readonly string[];
  readonly drops: string;
}

const FAILING: readonly RunCase[] = [
  {
    fixture: 'vitest-failing',
    command: 'npx vitest run',
    keeps: [
      ' FAIL  bad.test.ts > sums > adds wrongly',
      'AssertionError: expected 2 to be 3 // Object.is equality',
      '- 3\n+ 2',
      ' Test Files  1 failed | 1 passed (2)',
      '      Tests  1 failed | 80 passed | 2 skipped (83)',
      '0 failed, all good',
    ],
    drops: '✓ adds 7 and one',
  },
  {
    fixture: 'vitest-failing-verbose',
    command: 'pnpm test 2>&1 | tail -200',
    keeps: [' × bad.test.ts > sums > adds wrongly', '→ expected 2 to be 3', ' ↓ good.test.ts'],
    drops: 'adds 7 and one 0ms',
  },
  {
    fixture: 'jest-failing-verbose',
    command: 'CI=1 npm test',
    keeps: [
      '✕ adds wrongly',
      '● sums › adds wrongly',
      'Expected: 3',
      'Received: 2',
      'Tests:       1 failed, 2 skipped, 80 passed, 83 total',
    ],
    drops: '✓ adds 7 and one',
  },
  {
    fixture: 'node-test-failing-spec',
    command: 'node --test',
    keeps: [
      '✖ adds wrongly',
      'AssertionError [ERR_ASSERTION]: 5 == 41',
      'ℹ pass 79',
      'ℹ fail 1',
      'ℹ skipped 2',
      '# fail 0',
    ],
    drops: '✔ adds 7 and one',
  },
  {
    fixture: 'node-test-failing-tap',
    command: 'node --test --test-reporter=tap',
    keeps: [
      'not ok 40 - adds wrongly',
      "error: '5 == 41'",
      'actual: 5',
      '# pass 79\n# fail 1',
      '# SKIP',
    ],
    drops: 'ok 7 - adds 7 and one',
  },
  {
    fixture: 'pytest-failing-verbose',
    command: 'cd api && python3 -m pytest -v; echo "exit: $?"',
    keeps: [
      'test_bad.py::Wrong::test_wrong FAILED',
      'E       AssertionError: 2 != 3',
      'FAILED test_bad.py::Wrong::test_wrong - AssertionError: 2 != 3',
      '= 1 failed, 40 passed in ',
    ],
    drops: 'test_adds_7 PASSED',
  },
  {
    fixture: 'pytest-failing',
    command: 'pytest',
    keeps: ['test_bad.py F', 'AssertionError: 2 != 3', '= 1 failed, 40 passed in '],
    drops: 'test_good.py ....',
  },
  {
    fixture: 'unittest-failing-verbose',
    command: 'python -m unittest -v',
    keeps: [
      'FAIL: test_wrong',
      'AssertionError: 2 != 3',
      'Ran 41 tests in ',
      'FAILED (failures=1)',
    ],
    drops: 'test_adds_7 ',
  },
  {
    fixture: 'cargo-failing',
    command: 'cargo test --offline',
    keeps: [
      'test wrong ... FAILED',
      'assertion `left == right` failed\n  left: 2\n right: 3',
      'test result: FAILED. 40 passed; 1 failed; 0 ignored;',
      'error: test failed, to rerun pass `--lib`',
    ],
    drops: 'test adds_7 ... ok',
  },
];

const PASSING = [
  { fixture: 'vitest-passing-verbose', keeps: ['      Tests  40 passed | 1 skipped (41)'] },
  { fixture: 'vitest-coloured', keeps: ['      Tests  40 passed | 1 skipped (41)'] },
  { fixture: 'jest-passing', keeps: ['Tests:       1 skipped, 40 passed, 41 total'] },
  { fixture: 'node-test-passing-spec', keeps: ['ℹ pass 40\nℹ fail 0', '﹣ is left for later'] },
  { fixture: 'node-test-passing-tap', keeps: ['# pass 40\n# fail 0', '# SKIP'] },
  { fixture: 'pytest-passing-verbose', keeps: ['= 40 passed in '] },
  { fixture: 'unittest-passing-verbose', keeps: ['Ran 40 tests in ', '\nOK\n'] },
  { fixture: 'cargo-passing', keeps: ['test result: ok. 40 passed; 0 failed;', 'running 0 tests'] },
];

describe('E-12: a failing test run', () => {
  it.each(FAILING)(
    '$fixture keeps the failure and the totals',
    ({ fixture, command, keeps, drops }) => {
      const original = readFixture(fixture);
      const reduced = reduceTerminal(command, original);
      expect(original).toContain(drops);
      expect(reduced).not.toContain(drops);
      for (const text of keeps) expect(reduced).toContain(text);
    },
  );

  it('drops nothing but passing lines, each counted', () => {
    const original = readFixture('vitest-failing-verbose').split('\n');
    const reduced = reduceTerminal('vitest run', original.join('\n')).split('\n');
    const counted = reduced.flatMap(
      (line) => /^\[… (\d+) lines omitted: passing tests …\]$/.exec(line)?.[1] ?? [],
    );
    const passing = original.filter((line) => /^ ✓ /.test(line));
    expect(counted.map(Number).reduce((sum, count) => sum + count, 0)).toBe(passing.length);
    expect(reduced.filter((line) => !line.startsWith('[…'))).toEqual(
      original.filter((line) => !passing.includes(line)),
    );
  });

  it('keeps names, reasons and totals of a hundred failures within the limit', () => {
    const blocks = Array.from({ length: 100 }, (_, index) =>
      [
        ` FAIL  a.test.ts > t${index}`,
        ...Array.from({ length: 20 }, () => '    at somewhere far away'),
      ].join('\n'),
    );
    const totals = ' Test Files  1 failed (1)\n      Tests  100 failed (100)';
    const value = ['⎯⎯⎯⎯ Failed Tests 100 ⎯⎯⎯⎯', ...blocks, totals, ''].join('\n');
    const reduced = reduceTerminal('vitest run', value);
    expect(reduced.length).toBeLessThanOrEqual(8_192);
    expect(reduced).toContain(totals);
    expect(reduced.match(/^ FAIL {2}a\.test\.ts > t\d+$/gm)?.length).toBeGreaterThan(30);
    expect(linesAccountedFor(reduced)).toBe(value.split('\n').length);
  });
});

describe('E-12: a passing test run', () => {
  it.each(PASSING)('$fixture shrinks to its totals', ({ fixture, keeps }) => {
    const original = readFixture(fixture);
    const reduced = reduceTerminal('npm test', original);
    expect(reduced.length).toBeLessThan(original.length / 2);
    for (const text of keeps) expect(reduced).toContain(text);
  });
});

describe('E-12: a test run that is not what it seems', () => {
  it.each(['vitest-no-tests', 'pytest-no-tests', 'jest-failing', 'vitest-passing'])(
    'leaves %s alone, where nothing may go',
    (fixture) => {
      const value = readFixture(fixture);
      expect(reduceTerminal('npm test', value)).toBe(value);
    },
  );

  it('leaves a run alone that crashed before its totals', () => {
    const value = `${readFixture('vitest-passing-verbose').split(' Test Files')[0]}Segmentation fault\n`;
    expect(reduceTerminal('vitest run', value)).toBe(value);
  });

  it.each([
    {
      runner: 'unittest',
      fixture: 'unittest-failing-verbose',
      from: '... 0 failed, 41 passed',
      to: '... ok',
      line: 'test_wrong (test_bad.Wrong.test_wrong) ... ok',
    },
    {
      runner: 'cargo',
      fixture: 'cargo-failing',
      from: 'test wrong ... FAILED',
      to: 'test wrong ... ok\nFAILED',
      line: 'test wrong ... ok',
    },
    {
      runner: 'pytest',
      fixture: 'pytest-failing-verbose',
      from: 'test_wrong FAILED ',
      to: 'test_wrong PASSED ',
      line: 'test_bad.py::Wrong::test_wrong PASSED',
    },
  ])(
    'keeps the $runner line of a failed test that printed its own success',
    ({ fixture, from, to, line }) => {
      const value = readFixture(fixture).replace(from, to);
      expect(value).toContain(line);
      expect(reduceTerminal('npm test', value)).toContain(line);
    },
  );

  it.each([
    {
      where: 'a vitest failure',
      fixture: 'vitest-failing-verbose',
      from: 'AssertionError: expected',
      quoted: ' ✓ a tick that is long enough to be worth a marker',
    },
    {
      where: 'a vitest log',
      fixture: 'vitest-failing-verbose',
      from: '0 failed, all good',
      quoted: ' ✓ a tick that is long enough to be worth a marker',
    },
    {
      where: 'a jest log',
      fixture: 'jest-failing-verbose',
      from: '    0 failed, all good',
      quoted: '    ✓ a tick that is long enough to be worth a marker',
    },
    {
      where: 'a cargo failure',
      fixture: 'cargo-failing',
      from: 'assertion `left',
      quoted: 'test a_name_that_is_long_enough_to_be_worth_a_marker ... ok',
    },
  ])('keeps a passing line that $where quotes', ({ fixture, from, quoted }) => {
    const value = readFixture(fixture).replace(from, `${quoted}\n${from}`);
    expect(reduceTerminal('npm test', value).split('\n')).toContain(quoted);
  });

  it.each([
    { why: 'too short to be worth a marker', line: ' ✓ b 1ms' },
    { why: 'longer than any that a runner prints', line: ` ✓ ${'b'.repeat(1_200)}` },
  ])('keeps a passing line that is $why', ({ line }) => {
    const value = readFixture('vitest-failing-verbose').replace(' ↓ bad', `kept\n${line}\n ↓ bad`);
    expect(reduceTerminal('npm test', value)).toContain(`\nkept\n${line}\n ↓ bad`);
  });

  it('keeps a passing test that needed a retry', () => {
    const value = readFixture('vitest-passing-verbose').replace(
      'adds 7 and one 0ms',
      'adds 7 and one 0ms (retry x2)',
    );
    expect(reduceTerminal('vitest run', value)).toContain('adds 7 and one 0ms (retry x2)');
  });

  it('keeps what a TAP failure quotes, even test points', () => {
    const value = readFixture('node-test-failing-tap').replace(
      "      error: '5 == 41'",
      '      error: |-\n        ok 1 - quoted\n        ok 2 - quoted again, and rather long at that',
    );
    expect(reduceTerminal('node --test', value)).toContain(
      'ok 2 - quoted again, and rather long at that',
    );
  });
});

function linesAccountedFor(reduced: string): number {
  return reduced
    .split('\n')
    .map((line) => Number(/^\[… ([\d,]+) lines? omitted/.exec(line)?.[1]?.replaceAll(',', '') ?? 1))
    .reduce((sum, count) => sum + count, 0);
}
