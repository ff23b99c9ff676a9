import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { Child, type ChildOrder } from './child.ts';
import { runChild } from './run-child.ts';
import { StartBackoff } from './start-backoff.ts';
import { startPatiently } from './start-patiently.ts';

function order(script: string, more: Partial<ChildOrder> = {}): ChildOrder {
  const stdio: ChildOrder['stdio'] = ['ignore', 'pipe', 'ignore'];
  return { program: process.execPath, env: {}, stdio, args: ['-e', script], ...more };
}

/** One letter of the kernel, nothing if there is no such process; a dead one may wait for its parent. */
function stateOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) (.).*$/s, '$1');
  } catch {
    return '';
  }
}

describe('a child that did not start (S-3)', () => {
  it.each([
    { what: 'a program that is not there', given: { program: '/nowhere/at-all' }, code: 'ENOENT' },
    { what: 'a folder that is not there', given: { cwd: '/nowhere/at-all' }, code: 'ENOENT' },
    { what: 'a program that may not be run', given: { program: '/etc/passwd' }, code: 'EACCES' },
    { what: 'an argument with a NUL', given: { args: ['a\0b'] }, code: 'ERR_INVALID_ARG_VALUE' },
    { what: 'arguments that are too long', given: { args: ['x'.repeat(5e6)] }, code: 'E2BIG' },
  ])('is a value with a code and is never signalled: $what', async ({ given, code }) => {
    const child = Child.start(order('', given));
    expect(child.pid).toBeUndefined();
    expect([child.kill(), child.kill('SIGTERM'), child.isRunning]).toEqual([false, false, false]);
    expect(child.stream(1)).toBeUndefined();
    const end = await child.ended;
    expect(end).toMatchObject({ kind: 'not_started', code, isTemporary: false });
    expect(await child.started).toBe(end);
  });

  it('is not tried again if it will not get better', async () => {
    expect(await startPatiently(order('', { program: '/nowhere' }))).toMatchObject({
      code: 'ENOENT',
    });
  });
});

describe('a child that started (S-3)', () => {
  it('is signalled until it has ended and never after that', async () => {
    const child = Child.start(order('setInterval(() => 0, 1000)'));
    expect(await child.started).toBeUndefined();
    expect(child.kill('SIGTERM')).toBe(true);
    expect(await child.ended).toEqual({ kind: 'exited', code: null, signal: 'SIGTERM' });
    expect([child.kill(), child.isRunning]).toEqual([false, false]);
  });

  it('takes what stayed in its group along, however it ends', async () => {
    const script = `const { spawn } = require('node:child_process');
      console.log(spawn('sleep', ['300'], { stdio: 'ignore' }).pid);`;
    const child = Child.start(order(`${script} process.exit(3);`, { ownGroup: true }));
    let output = '';
    child.stream(1)?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    expect(await child.ended).toEqual({ kind: 'exited', code: 3, signal: null });
    await vi.waitFor(() => expect(stateOf(Number(output))).toMatch(/^[ZX]?$/));
  });

  it('is run to its end with what it complained about', async () => {
    const { end, stderr } = await runChild(order('console.error("so"); process.exit(7)'));
    expect(end).toEqual({ kind: 'exited', code: 7, signal: null });
    expect(stderr).toBe('so\n');
  });
});

describe('pauses between starts (S-3)', () => {
  it('double up to a bound and begin anew after a start', () => {
    const backoff = new StartBackoff();
    expect([1, 2, 3].map(() => backoff.fail())).toEqual([20, 40, 80]);
    for (let times = 0; times < 50; times += 1) backoff.fail();
    expect(backoff.fail()).toBe(5_000);
    backoff.succeed();
    expect(backoff.fail()).toBe(20);
  });
});
