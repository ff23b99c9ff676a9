import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord, SessionStore, SessionWrite, Tool } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { MemorySessionStore } from '../state/memory-session-store.ts';
import { createHost } from './create-host.ts';

/** Answers when it is told to, as a database on another machine would. */
class HeldStore implements SessionStore {
  readonly mode = 'ready';
  readonly #inner = new MemorySessionStore();
  #held: PromiseWithResolvers<void> | undefined;
  reads = 0;

  hold(): void {
    this.#held = Promise.withResolvers();
  }

  answer(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  async read(agentId: string, sessionKey: string): Promise<SessionRecord> {
    this.reads += 1;
    await this.#held?.promise;
    return this.#inner.read(agentId, sessionKey);
  }

  write(next: SessionRecord, expectedVersion: number): Promise<SessionWrite> {
    return this.#inner.write(next, expectedVersion);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

const tool = (name: string): Tool => ({
  name,
  description: name,
  schema: { type: 'object' },
  execute: () => ({ ok: true, value: name }),
});

const CONFIG = {
  toolkits: { more: { tools: ['late'] } },
  agents: { main: { tools: ['echo'], allowed_toolkits: ['more'] }, other: { tools: ['echo'] } },
};
const call = (name: string, args: object = {}) => ({ id: '1', name, args });
const open = (state: SessionStore) =>
  createHost({ config: CONFIG, tools: ['echo', 'late'].map(tool), state });

describe('a session whose store answers late (M-3, M-4)', () => {
  it('reads the row once for the first request, however many ask for it at once', async () => {
    const store = new HeldStore();
    await using host = await open(store);
    const session = host.agent('main').session('s');
    store.hold();
    const asked = [session.definitions(), session.surface(), session.execute([call('echo')])];
    store.answer();
    await Promise.all(asked);
    expect(store.reads).toBe(1);
    await session.execute([call('echo')]);
    expect(store.reads).toBe(1);
  });

  it('gives an agent that a reload dropped meanwhile no surface and runs nothing for it', async () => {
    const store = new HeldStore();
    await using host = await open(store);
    const session = host.agent('other').session('s');
    store.hold();
    const begun = session.beginRequest();
    const run = session.execute([call('late')]);
    await host.reload({ agents: { main: {} } });
    store.answer();
    await expect(begun).rejects.toMatchObject({ code: 'unknown_agent' });
    expect(await run).toMatchObject([{ status: 'refused', code: 'not_available' }]);
  });

  it('runs calls on the surface they name, though another request has begun since', async () => {
    await using host = await open(new HeldStore());
    const session = host.agent('main').session('s');
    const first = await session.beginRequest();
    await session.execute([call('load_tools', { toolkit: 'more' })]);
    await session.beginRequest();
    expect(await session.execute([call('late')])).toMatchObject([{ ok: true }]);
    expect(await session.execute([call('late')], { surface: first })).toMatchObject([
      { status: 'refused' },
    ]);
  });
});

describe('a session whose store rejects (M-4)', () => {
  it('shows what it has without a row, and says why it cannot load', async () => {
    const rejecting: SessionStore = {
      mode: 'ready',
      read: () => Promise.reject(new Error('no connection')),
      write: () => Promise.reject(new Error('no connection')),
      [Symbol.asyncDispose]: async () => undefined,
    };
    await using host = await open(rejecting);
    const session = host.agent('main').session('s');
    expect(await session.execute([call('echo')])).toMatchObject([{ ok: true }]);
    const [loaded] = await session.execute([call('load_tools', { toolkit: 'more' })]);
    expect(loaded).toMatchObject({ ok: true, text: expect.stringContaining('no connection') });
  });
});

describe('a session file that is damaged (M-4)', () => {
  it('stands in the diagnostics of the host', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mortise-damaged-'));
    try {
      const path = join(folder, 'state.db');
      writeFileSync(path, 'no database '.repeat(1_000));
      await using host = await createHost({ config: { agents: { main: {} } }, state: path });
      expect(host.diagnostics()).toContainEqual(
        expect.objectContaining({ code: 'session_store_damaged', severity: 'error' }),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    await using sound = await open(new HeldStore());
    expect(sound.diagnostics().map(({ code }) => code)).not.toContain('session_store_damaged');
  });
});
