import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CapabilitySubject, JsonValue } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import {
  asking,
  onBench,
  openBench,
  outcomeOf,
  subjectWith,
  valueOfReply,
} from '../testing/broker-bench.ts';
import { makeMark, untilMarked } from '../testing/marked-processes.ts';
import { createProcessBroker } from './process-broker.ts';

const NODE = process.execPath;

interface End {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly truncated: boolean;
}

function openYard() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-process-')));
  const root = join(base, 'root');
  mkdirSync(join(root, 'inner'), { recursive: true });
  mkdirSync(join(base, 'outside'));
  symlinkSync(join(base, 'outside'), join(root, 'link'));
  return { base, root, [Symbol.dispose]: () => rmSync(base, { recursive: true }) };
}

function openProcess(
  grant: Record<string, JsonValue> = {},
  other: Partial<CapabilitySubject> = {},
) {
  const bench = openBench();
  const broker = onBench(
    'process',
    createProcessBroker({ binaryDirectories: ['/usr/bin', '/bin'] }),
    bench,
  );
  const subject = subjectWith({ allowedBinaries: [NODE, 'sh', 'cat', 'printf'], ...grant }, other);
  const ask = asking(broker, subject);
  const run = async (...input: readonly JsonValue[]) =>
    valueOfReply(await ask('run', input)) as unknown as End;
  const evaluate = (code: string, ...args: readonly string[]) => run(NODE, ['-e', code, ...args]);
  return { ask, run, evaluate, entries: bench.entries };
}

describe('a granted binary (S-6)', () => {
  it('runs and answers its output and its exit code', async () => {
    const { evaluate } = openProcess();
    const code = 'process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3';
    expect(await evaluate(code)).toEqual({
      exitCode: 3,
      signal: null,
      stdout: 'out',
      stderr: 'err',
      timedOut: false,
      truncated: false,
    });
  });

  it('gets input, by a bare name', async () => {
    const { run } = openProcess();
    expect(await run('cat', null, { stdin: 'hä' })).toMatchObject({ exitCode: 0, stdout: 'hä' });
    expect(await run('cat', [], { stdin: 'hä', encoding: 'base64' })).toMatchObject({
      stdout: 'aMOk',
    });
  });

  it.each([
    '; echo injected',
    '$(echo injected)',
    '`echo injected`',
    '| cat /etc/passwd',
    '&& echo injected',
    '> /tmp/mortise-injected',
    '"\'\\ \n\t*?~$HOME',
    '--',
    '',
  ])('gets the argument %j as it is', async (argument) => {
    const { evaluate, run } = openProcess();
    const code = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    const { stdout } = await evaluate(code, '--', argument, 'last');
    expect(JSON.parse(stdout)).toEqual([argument, 'last']);
    expect(await run('printf', ['%s', argument])).toMatchObject({ stdout: argument });
    expect(existsSync('/tmp/mortise-injected')).toBe(false);
  });

  it('has no environment but the one granted', async () => {
    const code = 'process.stdout.write(JSON.stringify(process.env))';
    const TMPDIR = expect.stringMatching(/mortise-run-/);
    expect(JSON.parse((await openProcess().evaluate(code)).stdout)).toEqual({ TMPDIR });
    const env = { LANG: 'C', EMPTY: '' };
    expect(JSON.parse((await openProcess({ env }).evaluate(code)).stdout)).toEqual({
      ...env,
      TMPDIR,
    });
    const own = { TMPDIR: '/nowhere' };
    expect(JSON.parse((await openProcess({ env: own }).evaluate(code)).stdout)).toEqual(own);
  });

  it('inherits nothing the host was started with', async ({ skip }) => {
    skip(process.platform !== 'linux', 'only Linux lists the descriptors of a process');
    const script = join(import.meta.dirname, '..', 'testing', 'list-descriptors.ts');
    const stdio = [...Array(60).fill('ignore'), 'pipe'];
    const host = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc', ...stdio] });
    const [{ own, inherited }] = (await once(host, 'message')) as [Record<string, string[]>];
    expect(own?.some((line) => / 64 -> (?:socket|pipe):/.test(line))).toBe(true);
    const leaks = inherited?.filter(
      (line) => !/ (?:[0-2] -> (?:socket|pipe)|\d+ -> \/dev\/null|\d+ -> \/proc)/.test(line),
    );
    expect(leaks).toEqual([]);
  });

  it('runs in the first granted directory, or in one below', async () => {
    using yard = openYard();
    const { run } = openProcess({ allowedBinaries: ['pwd'], cwd: [yard.root] });
    expect(await run('pwd', ['-P'])).toMatchObject({ stdout: `${yard.root}\n` });
    expect(await run('pwd', ['-P'], { cwd: 'inner' })).toMatchObject({
      stdout: `${join(yard.root, 'inner')}\n`,
    });
    expect(await openProcess({ allowedBinaries: ['pwd'] }).run('pwd')).toMatchObject({
      stdout: '/\n',
    });
  });

  it.each([
    ['outside', '/etc', /^denied/],
    ['by a parent', '../outside', /^denied/],
    ['by a link', 'link', /^denied/],
    ['absent', 'absent', /^failed/],
    ['a file', 'file.txt', /^failed/],
  ])('does not run in a directory %s', async (_where, cwd, then) => {
    using yard = openYard();
    writeFileSync(join(yard.root, 'file.txt'), '');
    const { ask } = openProcess({ cwd: [yard.root] });
    expect(await outcomeOf(ask('run', ['cat', [], { cwd }]))).toMatch(then);
  });

  it.each([
    ['not granted', ['ls'], /^denied: The binary ls is not granted/],
    ['by another path', ['/bin/sh'], /^denied/],
    ['with a path in its name', ['../bin/sh'], /^denied/],
    ['with arguments in its name', ['sh -c id'], /^denied/],
    ['with arguments as text', ['sh', '-c id'], /^failed: The input/],
    ['with a number as argument', ['sh', [1]], /^failed: The input/],
    ['with NUL in an argument', ['sh', ['a\0b']], /^failed: An argument has no NUL/],
    ['with too long arguments', ['cat', ['x'.repeat(130_000)]], /^failed: The arguments/],
    ['with too much input', ['cat', [], { stdin: 'x'.repeat(1_000_001) }], /^failed: The input/],
    ['with its own environment', ['cat', [], { env: { A: '1' } }], /^failed: The input/],
    ['with a shell', ['cat', [], { shell: true }], /^failed: The input/],
    ['with another directory', ['cat', [], { cwd: '/' }], /^denied: No directory/],
    ['that is absent', ['absent-binary'], /^failed: The binary absent-binary is not there/],
    ['that leads out of the directories', ['../../bin/sh'], /^denied/],
    ['granted with a way up', ['../bin/ls'], /^failed: .*is not there/, ['../bin/ls']],
  ] as const)('does not run %s', async (_what, input, then, granted?: readonly string[]) => {
    const allowedBinaries = [...(granted ?? ['sh', 'cat', 'absent-binary'])];
    const { ask } = openProcess({ allowedBinaries });
    expect(await outcomeOf(ask('run', input as unknown as JsonValue))).toMatch(then);
  });

  it('is audited with its arguments', async () => {
    const { run, entries } = openProcess();
    await run('cat', []);
    expect(entries).toMatchObject([
      { action: 'process.run', decision: 'allowed', target: '["cat"]' },
    ]);
  });
});

describe('a process and its bounds (S-6)', () => {
  it.each(['stdout', 'stderr'])('is killed when it says too much on %s', async (stream) => {
    const { evaluate } = openProcess({ maxOutputBytes: 1_000 });
    const end = await evaluate(
      `const s = process.${stream}; const f = () => { while (s.write("x".repeat(100))); s.once("drain", f) }; f()`,
    );
    expect(end).toMatchObject({ truncated: true, signal: 'SIGKILL', timedOut: false });
    expect((end.stdout + end.stderr).length).toBe(1_000);
  });

  it('is killed when it takes too long, and what it said by then is kept', async () => {
    const { evaluate } = openProcess({ timeoutMs: 400 });
    const end = await evaluate('process.stdout.write("so far"); setInterval(() => {}, 1000)');
    expect(end).toMatchObject({ timedOut: true, signal: 'SIGKILL', stdout: 'so far' });
  });

  it('cannot be given more time than granted', async () => {
    const { run } = openProcess({ timeoutMs: 100 });
    const end = await run('sh', ['-c', 'sleep 30'], { timeoutMs: 60_000 });
    expect(end.timedOut).toBe(true);
  });

  it('cannot ignore its end', async () => {
    const { run } = openProcess({ timeoutMs: 100 });
    const end = await run('sh', ['-c', "trap '' TERM INT HUP; while :; do sleep 1; done"]);
    expect(end).toMatchObject({ timedOut: true, signal: 'SIGKILL' });
  });

  const treeOf = (mark: string) => `sh -c "sleep ${mark} & sleep ${mark}" & sleep ${mark}`;

  it('takes its grandchildren along when it takes too long', async () => {
    const mark = makeMark();
    const { run } = openProcess({ timeoutMs: 500, env: { PATH: '/usr/bin:/bin' } });
    const end = await run('sh', ['-c', treeOf(mark)]);
    expect(end.timedOut).toBe(true);
    await untilMarked(mark, (count) => count === 0);
  });

  it('takes its grandchildren along when its call ends', async () => {
    const mark = makeMark();
    const controller = new AbortController();
    const { ask } = openProcess({ env: { PATH: '/usr/bin:/bin' } }, { signal: controller.signal });
    const reply = outcomeOf(ask('run', ['sh', ['-c', treeOf(mark)]]));
    await untilMarked(mark, (count) => count >= 3);
    controller.abort();
    expect(await reply).toBe('failed: The call has ended.');
    await untilMarked(mark, (count) => count === 0);
  });

  it('leaves nothing running in the background when it ends by itself', async () => {
    const mark = makeMark();
    const { run } = openProcess({ env: { PATH: '/usr/bin:/bin' } });
    const end = await run('sh', ['-c', `sleep ${mark} & (sleep ${mark} &) ; echo started`]);
    expect(end).toMatchObject({ exitCode: 0, timedOut: false });
    await untilMarked(mark, (count) => count === 0);
  });

  it('answers although somebody who left the group holds its pipes', async () => {
    const { run } = openProcess({ timeoutMs: 10_000, env: { PATH: '/usr/bin:/bin' } });
    const end = await run('sh', ['-c', 'setsid sleep 3 & echo $!']);
    expect(end).toMatchObject({ exitCode: 0, timedOut: false });
  });

  it('is not started for a call that has ended', async () => {
    const { ask } = openProcess({}, { signal: AbortSignal.abort() });
    expect(await outcomeOf(ask('run', ['cat']))).toBe('failed: The call has ended.');
  });

  it('does not mind a program that never reads its input', async () => {
    const { run } = openProcess({ allowedBinaries: ['true'] });
    expect(await run('true', [], { stdin: 'x'.repeat(900_000) })).toMatchObject({ exitCode: 0 });
  });
});
