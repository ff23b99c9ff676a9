import type { ConfigFile, Tool } from '@mortise/contracts';
import { createHost, type Host } from '@mortise/host';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { noPostgres } from '../servers/own-postgres.ts';
import { usePostgres } from '../servers/use-postgres.ts';

const CONFIG: ConfigFile = { agents: { main: {}, other: {} }, tools: { deny: ['denied'] } };

describe.skipIf(noPostgres() !== undefined)(
  `a call that is to run once, on two replicas (C-3) ${noPostgres() ?? ''}`,
  () => {
    const postgres = usePostgres();
    const hosts: Host[] = [];
    const runs: string[] = [];
    const waiting: (() => void)[] = [];
    let ids = 0;
    let id = '';

    /** A tool that waits is let go by `waiting`. */
    const tool = (name: string, idempotent = false): Tool => ({
      ...{ name, description: 'Sends.', idempotent },
      schema: { type: 'object', properties: { to: { type: 'string' } } },
      execute: async (_args, { callId }) => {
        runs.push(`${name} ${callId}`);
        if (name !== 'send') await new Promise<void>((resolve) => waiting.push(resolve));
        return { ok: true, value: `sent, ${runs.length}` };
      },
    });

    beforeAll(async () => {
      for (let at = 0; at < 2; at += 1) {
        const tools = [tool('send'), tool('slow'), tool('again', true), tool('denied')];
        hosts.push(await createHost({ config: CONFIG, tools, state: postgres().url('once') }));
      }
    });
    beforeEach(() => {
      runs.length = 0;
      waiting.length = 0;
      ids += 1;
      id = `call-${ids}`;
    });
    afterAll(() => Promise.all(hosts.map((host) => host.close({ drainMs: 0 }))));

    const ask = async (at: number, name: string, args = {}, agent = 'main', key = 's') => {
      const session = hosts[at]?.agent(agent).session(key);
      const [result] = (await session?.execute([{ id, name, args }], { once: true })) ?? [];
      return result;
    };
    const lose = async () => {
      const client = new pg.Client({ connectionString: postgres().url('x').split('?')[0] ?? '' });
      await client.connect();
      await client.query('UPDATE once.calls SET held_until = 0').finally(() => client.end());
    };

    it('runs once, and all who ask get the one answer', async () => {
      const results = await Promise.all([ask(0, 'send'), ask(1, 'send'), ask(0, 'send')]);
      const later = await ask(1, 'send');
      for (const result of [...results, later]) expect(result).toMatchObject({ id, ok: true });
      expect(new Set([...results, later].map((result) => result?.ok && result.text)).size).toBe(1);
      expect(runs).toHaveLength(1);
    });

    it('is another call for another agent or session, and none for other arguments', async () => {
      await ask(0, 'send', { to: 'ana' });
      expect(await ask(1, 'send', { to: 'bob' })).toMatchObject({
        ...{ status: 'refused', code: 'call_id_reused', effects: 'none' },
      });
      expect(await ask(1, 'send', { to: 'bob' }, 'other')).toMatchObject({ ok: true });
      expect(await ask(1, 'send', { to: 'bob' }, 'main', 't')).toMatchObject({ ok: true });
      expect(runs).toHaveLength(3);
    });

    it('may be asked again as if it never was if it was refused', async () => {
      expect(await ask(0, 'denied')).toMatchObject({ status: 'refused' });
      expect(await ask(1, 'send')).toMatchObject({ ok: true });
    });

    it('is not repeated when its host was lost, and no host says anything else later', async () => {
      const first = ask(0, 'slow');
      await vi.waitFor(() => expect(waiting).toHaveLength(1));
      await lose();
      const lost = { status: 'failed', code: 'call_lost', effects: 'unknown' };
      expect(await ask(1, 'slow')).toMatchObject(lost);
      waiting[0]?.();
      expect(await first).toMatchObject(lost);
      expect(await ask(0, 'slow')).toMatchObject(lost);
      expect(runs).toHaveLength(1);
    });

    it('is run again if its tool may run twice, with the same id, and ends once', async () => {
      const first = ask(0, 'again');
      await vi.waitFor(() => expect(waiting).toHaveLength(1));
      await lose();
      const second = ask(1, 'again');
      await vi.waitFor(() => expect(waiting).toHaveLength(2));
      for (const go of waiting) go();
      const [one, other] = await Promise.all([first, second]);
      expect(one).toMatchObject({ ok: true });
      expect(other).toMatchObject({ ok: true, text: one?.ok === true ? one.text : '' });
      expect(new Set(runs).size).toBe(1);
    });

    it('may have done something if its host was lost, although another one refuses to run it again', async () => {
      const first = ask(0, 'again');
      await vi.waitFor(() => expect(waiting).toHaveLength(1));
      await lose();
      const config = { ...CONFIG, tools: { deny: ['again'] } };
      const state = postgres().url('once');
      await using strict = await createHost({ config, tools: [tool('again', true)], state });
      const session = strict.agent('main').session('s');
      for (let times = 0; times < 2; times += 1) {
        const results = await session.execute([{ id, name: 'again', args: {} }], { once: true });
        expect(results).toMatchObject([{ status: 'failed', effects: 'unknown' }]);
        expect(results).not.toMatchObject([{ code: 'call_lost' }]);
      }
      waiting[0]?.();
      expect(await first).toMatchObject({ ok: true });
      expect(runs).toHaveLength(1);
    });

    it('does not run while the store of calls cannot be asked', async () => {
      await postgres().stop('SIGKILL');
      try {
        expect(await ask(0, 'send')).toMatchObject({
          ...{ status: 'refused', code: 'call_ledger_unusable', effects: 'none' },
        });
      } finally {
        await postgres().start();
      }
      expect(runs).toHaveLength(0);
      await vi.waitFor(async () => expect(await ask(0, 'send')).toMatchObject({ ok: true }), {
        ...{ timeout: 10_000, interval: 200 },
      });
    });
  },
);

describe('a tool of an extension whose manifest says that all of its tools may run twice (C-3, S-4)', () => {
  it.each([true, false])('may be run again when its host was lost: %s', async (idempotent) => {
    const tool = `{ name: 'post', description: 'Posts.', parameters: { type: 'object' },
      execute: () => ({ content: [] }) }`;
    const source = `export default { id: 'mail', register(api) { api.registerTool(${tool}); } };`;
    const extensions = [{ id: 'mail', source, idempotent }];
    await using host = await createHost({ config: { agents: { main: {} } }, extensions });
    expect(host.tool('post')?.idempotent === true).toBe(idempotent);
  });
});
