import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isRecord } from './conformance-case.ts';
import { runCases } from './run-cases.ts';

const SHIPPED = join(import.meta.dirname, 'cases');
const scratch = mkdtempSync(join(tmpdir(), 'mortise-conformance-'));

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(scratch, 'cases-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function folderOf(cases: readonly unknown[]): string {
  return folderWith({ 'some.json': JSON.stringify(cases) });
}

/** Another expectation of the same form, one that no correct program meets. */
function spoil(expected: unknown): unknown {
  if (typeof expected === 'boolean') return !expected;
  if (typeof expected === 'number') return expected + 1;
  if (typeof expected === 'string') return expected.replace(/\d+|$/, '77');
  if (Array.isArray(expected)) {
    const last: unknown = expected.at(-1);
    return last === undefined ? ['spoiled'] : [...expected.slice(0, -1), spoil(last)];
  }
  if (!isRecord(expected)) return 'spoiled';
  if (Object.hasOwn(expected, 'error')) return { active: ['spoiled'] };
  return Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, spoil(value)]));
}

describe('The shipped conformance cases', () => {
  it('all pass', async () => {
    const { passed, failures } = await runCases(SHIPPED);
    expect(failures).toStrictEqual([]);
    expect(passed).toBeGreaterThan(0);
  });

  it.each(readdirSync(SHIPPED))('of %s all fail with another expectation', async (file) => {
    const cases: Record<string, unknown>[] = JSON.parse(readFileSync(join(SHIPPED, file), 'utf8'));
    const spoiled = cases.map((each) => ({ ...each, expect: spoil(each['expect']) }));
    const { passed, failed, failures } = await runCases(folderOf(spoiled));
    const ids = cases.map((each) => String(each['id']));
    const survivors = ids.filter((id) => !failures.some((line) => line.includes(`${id} `)));
    expect(survivors).toStrictEqual([]);
    expect([passed, failed]).toStrictEqual([0, cases.length]);
  });
});

describe('The conformance runner', () => {
  it.each([
    ['a shape that no form knows', { in: { dance: true }, expect: { active: [] } }],
    ['no input at all', { expect: { active: [] } }],
    [
      'an expectation the form does not read',
      {
        in: { resolve: 'minimal', available: ['file'] },
        expect: { active: ['file'], mood: 'good' },
      },
    ],
    [
      'an operation nobody knows',
      {
        in: { config: {}, ops: [['dance', 'a', 's']] },
        expect: ['ok'],
      },
    ],
    ['a case that is a text', 'J-01'],
    ['a case that is null', null],
  ])('counts %s as failed', async (_what, testCase) => {
    expect(await runCases(folderOf([testCase]))).toMatchObject({ passed: 0, failed: 1 });
  });

  it('says on one line which case failed, what was expected and what came', async () => {
    const folder = folderOf([
      {
        id: 'Z-1',
        title: 'a wrong one',
        in: { resolve: 'minimal', available: ['file', 'git'] },
        expect: { active: ['git'] },
      },
    ]);
    const { failures } = await runCases(folder);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(
      /^FAILED Z-1 .*a wrong one.*expected.*git.*missing.*git.*extra.*file/,
    );
    expect(failures[0]).not.toContain('\n');
  });

  it('counts a file that cannot be read as failed and runs the others', async () => {
    const good = { id: 'Z-2', in: { name: 'a', pattern: '*' }, expect: true };
    const folder = folderWith({
      'broken.json': '[{',
      'number.json': '7',
      'good.json': JSON.stringify([good]),
      'notes.txt': 'not a case',
    });
    expect(await runCases(folder)).toMatchObject({ passed: 1, failed: 2 });
  });
});

describe('pnpm conformance <folder>', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), ...args], {
      encoding: 'utf8',
    });
  const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);

  it('ends with the count and 0 if all pass', () => {
    const folder = folderOf([{ id: 'Z-3', in: { name: 'a', pattern: '*' }, expect: true }]);
    const { stdout, status } = run(folder);
    expect([lastLine(stdout), status]).toStrictEqual(['1 passed, 0 failed', 0]);
  });

  it('ends with 1 if one fails', () => {
    const { stdout, status } = run(folderOf([{ id: 'Z-4', in: {}, expect: 1 }]));
    expect([lastLine(stdout), status]).toStrictEqual(['0 passed, 1 failed', 1]);
  });

  it('ends with 1 if there is no case', () => {
    const { stdout, status } = run(folderOf([]));
    expect([lastLine(stdout), status]).toStrictEqual(['0 passed, 0 failed', 1]);
  });

  it.each([[[]], [['/no/such/folder']]])('fails for the arguments %j', (args) => {
    expect(run(...args).status).not.toBe(0);
  });
});
