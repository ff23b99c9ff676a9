import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openToolHost, type ToolHost } from '@mortise/extension-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-terminal-')));
const GIT = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
const BINARY_DIRECTORIES = [dirname(GIT), dirname(process.execPath), '/usr/bin', '/bin'];
const process_ = {
  allowedBinaries: ['git', 'node', process.execPath, 'bash'],
  cwd: [FOLDER],
  env: { HOME: FOLDER, LC_ALL: 'C' },
};

const FAILING_TESTS = `import { test } from 'node:test';
import assert from 'node:assert';
for (let index = 0; index < 120; index += 1) test('passes ' + index, () => {});
test('adds', () => assert.strictEqual(1 + 1, 3));
`;

beforeAll(() => {
  mkdirSync(join(FOLDER, 'repository'));
  execFileSync(GIT, ['init', '-q', '-b', 'main', 'repository'], { cwd: FOLDER });
  for (let index = 0; index < 300; index += 1) {
    writeFileSync(join(FOLDER, 'repository', `file-${String(index).padStart(3, '0')}.txt`), '');
  }
  writeFileSync(join(FOLDER, 'failing.test.mjs'), FAILING_TESTS);
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('terminal in a host (E-12, S-6)', () => {
  let tools: ToolHost;
  beforeAll(async () => {
    tools = await openToolHost({
      extension: 'tools-terminal',
      grants: { process: process_ },
      binaryDirectories: BINARY_DIRECTORIES,
    });
  });
  afterAll(() => tools.host.close());

  async function run(args: object): Promise<string> {
    const result = await tools.call('terminal', args);
    if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
    return result.text;
  }

  it('shortens a real git status and never calls it clean', async () => {
    const text = await run({ command: 'git status', cwd: 'repository' });
    expect(text).toContain('[exit code 0]\nOn branch main\n');
    expect(text).toContain('\tfile-039.txt\n[… 260 lines omitted: further entries …]');
    expect(text).not.toContain('file-040.txt');
    expect(text).not.toContain('clean');
  });

  it('shortens a real git status in the short format', async () => {
    const text = await run({ command: 'git status --short', cwd: 'repository' });
    expect(text.split('\n')).toHaveLength(42);
    expect(text).toMatch(/^\[exit code 0\]\n\?\? file-000\.txt\n/);
    expect(text).toContain('[… 260 lines omitted: further entries …]');
  });

  it('keeps the failure and the totals of a real test run, and its exit code', async () => {
    const command = `'${process.execPath}' --test --test-reporter=spec failing.test.mjs`;
    const text = await run({ command });
    expect(text).toMatch(/^\[exit code 1\]\n/);
    expect(text).toContain('✖ adds');
    expect(text).toContain('Expected values to be strictly equal');
    expect(text).toContain('ℹ tests 121');
    expect(text).toContain('ℹ fail 1');
    expect(text).not.toContain('passes 50');
    expect(text).toContain('omitted: passing tests …]');
  });

  it('keeps head and tail of other long output', async () => {
    const script = 'for (let index = 0; index < 5000; index += 1) console.log("line " + index)';
    const text = await run({ command: `node -e '${script}'` });
    expect(text.length).toBeLessThan(8_300);
    expect(text).toContain('[exit code 0]\nline 0\n');
    expect(text).toContain('line 4999');
    expect(text).toMatch(/\[… [\d,]+ lines omitted …\]/);
  });

  it('tells stdout from stderr', async () => {
    const text = await run({ command: `node -e 'console.log("out"); console.error("err")'` });
    expect(text).toBe('[exit code 0]\nout\n[stderr]\nerr\n');
  });

  it('ends a program that takes too long', async () => {
    const text = await run({ command: `node -e 'setInterval(() => {}, 1000)'`, timeoutMs: 500 });
    expect(text).toBe('[ended by SIGKILL; took too long and was ended; no output]\n');
  });

  it('says that output beyond the limit was cut', async () => {
    const text = await run({ command: `node -e 'process.stdout.write("y".repeat(1e6))'` });
    expect(text).toContain('said more than the host keeps and was ended; the output is cut');
  });

  it.each([
    { what: 'a pipe', args: { command: 'git status | head' }, code: 'execution_failed' },
    { what: 'a binary nobody granted', args: { command: 'rm -rf x' }, code: 'capability_denied' },
    {
      what: 'a folder outside',
      args: { command: 'git status', cwd: '/' },
      code: 'capability_denied',
    },
    { what: 'an empty command', args: { command: '' }, code: 'input_invalid' },
    { what: 'another argument', args: { command: 'ls', shell: true }, code: 'input_invalid' },
  ])('answers $what with $code', async ({ args, code }) => {
    expect(await tools.call('terminal', args)).toMatchObject({ ok: false, code });
  });
});

describe('terminal with rules for its programs (S-6)', () => {
  it('runs what they name, and refuses what would be a shell by another name', async () => {
    const commands = [{ words: ['status'], options: ['--short'], operands: ['<path>'] }];
    await using tools = await openToolHost({
      extension: 'tools-terminal',
      grants: { process: { ...process_, rules: [{ program: 'git', commands }] } },
      binaryDirectories: BINARY_DIRECTORIES,
    });
    const run = (command: string) => tools.call('terminal', { command, cwd: 'repository' });
    expect(await run('git status --short')).toMatchObject({ ok: true });
    for (const command of ["git -c alias.x='!id' x", 'git status --porcelain', `${GIT} log`]) {
      expect(await run(command)).toMatchObject({ ok: false, code: 'capability_denied' });
    }
    expect(await run("git -c alias.x='!id' x")).toMatchObject({
      message: expect.stringContaining('only status may be run'),
    });
  });
});

describe('terminal with a shell in its configuration', () => {
  it('gives the command to it, and the reducer still knows the command', async () => {
    await using tools = await openToolHost({
      extension: 'tools-terminal',
      grants: { process: process_ },
      config: { shell: 'bash' },
      binaryDirectories: BINARY_DIRECTORIES,
    });
    const command = `cd repository && ${GIT} status | cat`;
    const result = await tools.call('terminal', { command });
    expect(result).toMatchObject({ ok: true });
    expect(result.ok && result.text).toContain('[… 260 lines omitted: further entries …]');
  });
});

describe('terminal without a grant', () => {
  it('is denied by name, a configured shell included', async () => {
    await using tools = await openToolHost({
      extension: 'tools-terminal',
      config: { shell: 'bash' },
    });
    expect(await tools.call('terminal', { command: 'git status' })).toMatchObject({
      ok: false,
      code: 'capability_denied',
      message: expect.stringContaining('process is not granted to the extension tools-terminal'),
    });
  });

  it('is not there unless an operator names it (F-3)', async () => {
    await using tools = await openToolHost({ extension: 'tools-terminal', allow: [] });
    expect(await tools.host.agent('main').session('s').definitions()).toEqual([]);
  });
});
