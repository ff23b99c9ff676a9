import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry, Tool } from '@mortise/contracts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createHost } from './create-host.ts';
import type { HostOptions } from './host-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-stops-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let folders = 0;
const newStateDir = () => join(folder, `state-${folders++}`);

const WAITING = `export default (api) => {
  api.registerTool({ name: 'guest_wait', description: 'Waits', parameters: { type: 'object' },
    execute: () => new Promise(() => {}) });
};`;

/** Waits until it is aborted; says what it saw. */
const waitTool = (started: string[]): Tool => ({
  name: 'wait',
  description: 'Waits',
  schema: { type: 'object' },
  execute: (_args, { abortSignal, agentId = '' }) =>
    new Promise((resolve) => {
      started.push(agentId);
      abortSignal.addEventListener('abort', () => resolve({ ok: true, value: 'too late' }));
    }),
});
const echo: Tool = {
  name: 'echo',
  description: 'Echoes',
  schema: { type: 'object' },
  execute: () => ({ ok: true, value: 'here' }),
};

const open = async (options: HostOptions = {}) => {
  const started: string[] = [];
  const entries: AuditEntry[] = [];
  const host = await createHost({
    config: { agents: { main: {}, other: {} } },
    tools: [waitTool(started), echo],
    audit: { record: (entry) => void entries.push(entry) },
    ...options,
  });
  const call = async (name: string, agent = 'main') => {
    const calls = [{ id: '1', name, args: {} }];
    return (await host.agent(agent).session('s').execute(calls))[0];
  };
  return { host, call, started, entries };
};

describe('a host that is stopped (T-6)', () => {
  it('ends what runs, refuses what comes, and goes on when a person resumes', async () => {
    const { host, call, started, entries } = await open();
    await using _host = host;
    const running = [call('wait'), call('wait', 'other')];
    await vi.waitFor(() => expect(started).toHaveLength(2));
    const stop = await host.stops.stop({ scope: 'all', name: '', reason: 'it went\nwild' });
    for (const result of await Promise.all(running)) {
      expect(result).toMatchObject({
        status: 'failed',
        code: 'stopped_running',
        effects: 'unknown',
      });
    }
    expect(await call('echo')).toMatchObject({
      status: 'refused',
      code: 'stopped',
      effects: 'none',
    });
    expect((await call('echo')) as { message: string }).toMatchObject({
      message: 'An operator has stopped everything: it went\\u{a}wild.',
    });
    expect(host.diagnostics()).toMatchObject([
      { code: 'stop_in_force', severity: 'warning', subject: 'everything' },
    ]);
    const [explained] = await host.agent('main').session('s').explain('echo');
    expect(explained?.steps[0]).toMatchObject({ layer: 'stop', verdict: 'block' });
    expect(explained?.remedies[0]).toBe('mortise resume --all');
    await host.stops.resume({ scope: 'all', name: '' });
    expect(await call('echo')).toMatchObject({ ok: true });
    const actions = entries.filter(({ kind }) => kind === 'operator');
    expect(actions).toMatchObject([
      { action: 'stop.begin', principalId: 'embedder', detail: { id: stop.id, ended: 2 } },
      { action: 'stop.lift', principalId: 'embedder' },
    ]);
    expect(entries.some(({ reason }) => reason?.startsWith('stopped_running') === true)).toBe(true);
  });

  it('ends only the calls of the agent or extension that is stopped, within one batch too', async () => {
    const { host, call, started } = await open({
      extensions: [{ id: 'guest', source: WAITING }],
    });
    await using _host = host;
    const begun: string[] = [];
    host.hooks.callStarted.tap('test', ({ toolName }) => void begun.push(toolName));
    const caller = new AbortController();
    const batch = host
      .agent('main')
      .session('s')
      .execute(
        ['guest_wait', 'wait'].map((name) => ({ id: name, name, args: {} })),
        { signal: caller.signal },
      );
    await vi.waitFor(() => expect(begun.toSorted()).toEqual(['guest_wait', 'wait']));
    await host.stops.stop({ scope: 'extension', name: 'guest' });
    expect(await call('guest_wait')).toMatchObject({ code: 'stopped' });
    expect(await call('echo')).toMatchObject({ ok: true });
    await host.stops.stop({ scope: 'agent', name: 'other' });
    expect(await call('echo', 'other')).toMatchObject({ code: 'stopped' });
    expect(host.callsRunning).toBe(1);
    caller.abort();
    expect(await batch).toMatchObject([{ code: 'stopped_running' }, { code: 'aborted' }]);
    expect(started).toEqual(['main']);
  });

  it('refuses a call that waits for a person', async () => {
    const { host, call } = await open();
    await using _host = host;
    let isAsked = false;
    host.hooks.admitCall.tapPromise('test', () => {
      isAsked = true;
      return new Promise(() => undefined);
    });
    const waiting = call('echo');
    await vi.waitFor(() => expect(isAsked).toBe(true));
    await host.stops.stop({ scope: 'agent', name: 'main' });
    expect(await waiting).toMatchObject({ status: 'refused', code: 'stopped', effects: 'none' });
  });

  it('stays stopped after a restart, and in every host on the same state within a second', async () => {
    const stateDir = newStateDir();
    const first = await open({ stateDir });
    await using second = (await open({ stateDir })).host;
    const stop = await first.host.stops.stop({ scope: 'agent', name: 'main', reason: 'r' });
    expect(stop.isDurable).toBe(true);
    await vi.waitFor(() => expect(second.stops.list()).toMatchObject([{ id: stop.id }]), 5_000);
    await first.host.close();
    const third = await open({ stateDir });
    await using _third = third.host;
    expect(await third.call('echo')).toMatchObject({ code: 'stopped' });
    expect(await third.call('echo', 'other')).toMatchObject({ ok: true });
    await second.stops.resume({ scope: 'agent', name: 'main' });
    await vi.waitFor(() => expect(third.host.stops.list()).toEqual([]), 5_000);
    expect(await third.call('echo')).toMatchObject({ ok: true });
  });

  it('survives a damaged database, which cannot lift it, and one that was deleted', async () => {
    const stateDir = newStateDir();
    const first = await open({ stateDir });
    await first.host.stops.stop({ scope: 'all', name: '' });
    // Deleted under the host: a record that is missing lifts nothing.
    for (const end of ['', '-wal', '-shm'])
      rmSync(join(stateDir, `state.db${end}`), { force: true });
    await first.host.stops.refresh();
    expect(await first.call('echo')).toMatchObject({ code: 'stopped' });
    await first.host.close();
    for (const end of ['', '-wal', '-shm'])
      rmSync(join(stateDir, `state.db${end}`), { force: true });
    writeFileSync(join(stateDir, 'state.db'), 'no database '.repeat(500), { mode: 0o600 });
    const next = await open({ stateDir });
    await using _next = next.host;
    expect(await next.call('echo')).toMatchObject({ code: 'stopped' });
    await expect(next.host.stops.resume({ scope: 'all', name: '' })).rejects.toMatchObject({
      code: 'stop_not_lifted',
    });
    const more = await next.host.stops.stop({ scope: 'agent', name: 'other' });
    expect(more.isDurable).toBe(true);
    expect(await next.call('echo')).toMatchObject({ code: 'stopped' });
  });

  it('stops all the same where nothing can be written, and says so', async () => {
    const broken = {
      isLasting: true,
      list: () => Promise.reject(new Error('the disk is full')),
      add: () => Promise.reject(new Error('the disk is full')),
      lift: () => Promise.reject(new Error('the disk is full')),
      [Symbol.asyncDispose]: async () => undefined,
    };
    const { host, call } = await open({ stops: broken });
    await using _host = host;
    expect(await host.stops.stop({ scope: 'all', name: '' })).toMatchObject({ isDurable: false });
    expect(await call('echo')).toMatchObject({ code: 'stopped' });
    expect(host.diagnostics().map(({ code }) => code)).toContain('stop_not_durable');
  });

  it('says that there is nothing to lift', async () => {
    const { host } = await open();
    await using _host = host;
    await expect(host.stops.resume({ scope: 'agent', name: 'main' })).rejects.toMatchObject({
      code: 'unknown_stop',
    });
  });
});
