import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createHost, type SessionResult } from '@mortise/host';
import { describe, expect, it } from 'vitest';
import { attackSource } from './attack-source.ts';
import { childrenOf, isRunning, watchChildren } from './process-table.ts';

const HOST = join(import.meta.dirname, 'orphan-host.ts');
const MOST_MS = 1_000;
const TURN_MS = 20;

describe('runners whose host is gone (S-4)', () => {
  it.each([
    { when: 'an idle host is killed', mode: 'idle' },
    { when: 'a host under load is killed', mode: 'load' },
    { when: 'a host is killed while a guest is stuck in native code', mode: 'wedge' },
    { when: 'a host is killed while its spare runners start', mode: 'starting' },
  ])('are gone a second after $when', { timeout: 30_000 }, async ({ mode }) => {
    const host = await startHost(mode);
    const runners = runnersOf(host);
    expect(runners.length).toBeGreaterThan(0);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await expectGone(runners);
  });

  it.each([
    { when: 'calls process.exit without close', mode: 'exit' },
    { when: 'runs out of work without close', mode: 'drain' },
  ])('are gone a second after a host $when', { timeout: 30_000 }, async ({ mode }) => {
    const host = await startHost(mode);
    const runners = runnersOf(host);
    if (host.exitCode === null) await once(host, 'exit');
    expect(host.exitCode).toBe(0);
    await expectGone(runners);
  });
});

describe('a host that is closed with calls in flight (S-4)', () => {
  it.each([
    { body: 'await new Promise(() => 0);', what: 'wait for ever' },
    { body: 'for (;;);', what: 'loop' },
    {
      body: 'return say([].indexOf.call({ length: 2 ** 53 - 1 }, 1));',
      what: 'are stuck in native code',
    },
  ])(
    'ends calls that $what once each and leaves no process',
    { timeout: 30_000 },
    async ({ body }) => {
      const newChildren = watchChildren();
      const host = await createHost({
        config: { agents: { main: {} } },
        extensions: [{ id: 'hostile', source: attackSource(body) }],
      });
      const ends: string[] = [];
      host.hooks.callFinished.tap('orphans', ({ callId }) => ends.push(callId));
      const session = host.agent('main').session('s');
      const ids = Array.from({ length: 10 }, (_, index) => `call-${index}`);
      const calls = ids.map((id) => session.execute([{ id, name: 'attack', args: {} }]));
      await new Promise((next) => setTimeout(next, 300));
      await host.close({ drainMs: 0 });
      const results = (await Promise.all(calls)).flat();
      expect(results.map(codeOf).filter((code) => !isLost(code))).toEqual([]);
      expect(ends.toSorted()).toEqual(ids.toSorted());
      expect(newChildren()).toEqual([]);
    },
  );
});

function codeOf(result: SessionResult): string {
  return result.ok ? 'ok' : result.code;
}

/** The host ended the call, or its runner under it, or had not sent it to one yet. */
function isLost(code: string): boolean {
  return ['host_stopped', 'sandbox_crashed', 'extension_unavailable', 'host_draining'].includes(
    code,
  );
}

async function startHost(mode: string): Promise<ChildProcess> {
  const args = ['--no-node-snapshot', HOST, mode];
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (host.stdout === null) throw new Error('it has no output');
  const [text] = await once(host.stdout, 'data');
  expect(String(text)).toBe('ready\n');
  return host;
}

function runnersOf(host: ChildProcess): readonly number[] {
  return childrenOf(host.pid ?? 0).map(({ pid }) => pid);
}

/**
 * Waits for a second in turns of 20 ms. Turns are counted, not time: on a machine that is so busy
 * that this process waits for its turns, the runners wait for theirs.
 */
async function expectGone(runners: readonly number[]): Promise<void> {
  for (let turn = 0; turn < MOST_MS / TURN_MS && runners.some(isRunning); turn += 1)
    await new Promise((next) => setTimeout(next, TURN_MS));
  expect(runners.filter(isRunning), 'runners alive after a second').toEqual([]);
}
