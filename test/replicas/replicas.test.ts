import type { Client } from '@modelcontextprotocol/client';
import type { ConfigFile, Tool } from '@mortise/contracts';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host, MemorySecrets } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ConnectOptions, connectHttp, type Revision } from '../interop/connect-client.ts';
import { noPostgres } from '../servers/own-postgres.ts';
import { usePostgres } from '../servers/use-postgres.ts';

/** What a person may wait for until every replica knows. */
const SOON = { timeout: 1_000, interval: 10 };
const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28'];

const CONFIG: ConfigFile = {
  toolkits: { extra: { description: 'One more tool', tools: ['late'] } },
  agents: { main: { tools: ['echo', 'send'], allowed_toolkits: ['extra'] }, rated: {} },
  tools: { rules: [{ tools: ['send'], then: 'ask', reason: 'mail leaves the house' }] },
  rates: [{ for: { agent: 'rated' }, calls: 6, per: '1h' }],
};

interface Replica {
  readonly host: Host;
  readonly gateway: Gateway;
}

describe.skipIf(noPostgres() !== undefined)(`two replicas (C-1) ${noPostgres() ?? ''}`, () => {
  const postgres = usePostgres();
  const sent: unknown[] = [];
  const replicas: Replica[] = [];
  const clients: Client[] = [];

  async function start(): Promise<Replica> {
    const url = postgres().address('replicas');
    const host = await createHost({
      config: { ...CONFIG, state: { url, password: { $secret: 'STATE_PASSWORD' } } },
      secrets: new MemorySecrets([['STATE_PASSWORD', postgres().password]]),
      tools: toolsOf(sent),
    });
    const replica = { host, gateway: await startGateway(host, { port: 0, token: 'o'.repeat(43) }) };
    replicas.push(replica);
    return replica;
  }

  function replica(at: number): Replica {
    const found = replicas[at];
    if (found === undefined) throw new Error('It was not started.');
    return found;
  }

  async function connect(at: number, token: string, options: ConnectOptions): Promise<Client> {
    const { gateway } = replica(at);
    const client = await connectHttp({ mcpUrl: (id) => gateway.mcpUrl(id), token }, options);
    clients.push(client);
    return client;
  }

  const newToken = async (name: string, agent = 'main') =>
    replica(0).host.tokens.create({ name, agents: [agent], roles: ['call'] });

  beforeAll(async () => {
    await start();
    await start();
  });
  afterAll(async () => {
    await Promise.allSettled(clients.map((client) => client.close()));
    for (const { gateway, host } of replicas) {
      await gateway.close();
      await host.close({ drainMs: 0 });
    }
  });

  it.each(REVISIONS)(
    'show what was loaded on one, and tell the clients of the other: %s (M-4)',
    async (revision) => {
      const { token } = await newToken(revision);
      const headers = { 'Mortise-Session': `work-${revision}` };
      const told = vi.fn();
      const onChanged = () => told();
      const listChanged = { tools: { onChanged } };
      const first = await connect(0, token, { revision, headers });
      const second = await connect(1, token, { revision, headers, client: { listChanged } });
      expect((await second.listTools()).tools.map(({ name }) => name)).not.toContain('late');
      const loaded = await first.callTool({ name: 'load_tools', arguments: { toolkit: 'extra' } });
      expect(loaded.isError).toBeFalsy();
      await vi.waitFor(() => expect(told).toHaveBeenCalled(), SOON);
      expect((await second.listTools()).tools.map(({ name }) => name)).toContain('late');
    },
  );

  it('refuse a revoked token when it is said to be revoked, within a second, whichever revoked it (T-1)', async () => {
    const { token, record } = await newToken('revoked');
    const [first, second] = [
      await connect(0, token, { revision: '2026-07-28' }),
      await connect(1, token, { revision: '2026-07-28' }),
    ];
    await first.callTool({ name: 'echo', arguments: {} });
    await second.callTool({ name: 'echo', arguments: {} });
    const startedAt = performance.now();
    await replica(0).host.tokens.revoke(record.id);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    await expect(first.callTool({ name: 'echo', arguments: {} })).rejects.toThrow();
    expect(await replica(1).host.tokens.verify(token)).toBeUndefined();
    await expect(second.callTool({ name: 'echo', arguments: {} })).rejects.toThrow();
  });

  it('stop together and go on together (T-6)', async () => {
    const call = async (at: number) => {
      const session = replica(at).host.agent('main').session('stopped');
      const [result] = await session.execute([{ id: '1', name: 'echo', args: {} }]);
      return result?.ok === false ? result.code : 'ok';
    };
    const stop = { scope: 'agent', name: 'main' } as const;
    await replica(0).host.stops.stop(stop);
    expect(await call(0)).toBe('stopped');
    await vi.waitFor(async () => expect(await call(1)).toBe('stopped'), SOON);
    await replica(1).host.stops.resume(stop);
    await vi.waitFor(async () => expect(await call(0)).toBe('ok'), SOON);
    expect(await call(1)).toBe('ok');
  });

  it('let a call on hold run once, approved where it does not wait (T-4)', async () => {
    const session = (at: number) => replica(at).host.agent('main').session('held');
    const call = { id: '1', name: 'send', args: { to: 'ana' } };
    const abandon = new AbortController();
    const { signal } = abandon;
    const waiting = [0, 1].map((at) => session(at).execute([call], { signal }));
    const approvals = replica(1).host.approvals;
    const held = await vi.waitFor(async () => {
      const [first, ...others] = (await approvals.waiting()).approvals;
      expect(others).toEqual([]);
      if (first === undefined) throw new Error('It does not wait yet.');
      return first;
    });
    await approvals.decide(held.id, { verdict: 'approved' });
    await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 5_000 });
    // The other one asks anew: its approval was used.
    await vi.waitFor(async () => {
      expect((await approvals.waiting()).approvals.map(({ id }) => id)).not.toContain(held.id);
    });
    abandon.abort();
    await Promise.all(waiting);
    expect(sent).toHaveLength(1);
  });

  it('count calls together (T-5)', async () => {
    const codes: string[] = [];
    for (let at = 0; at < 10; at += 1) {
      const session = replica(at % 2)
        .host.agent('rated')
        .session('s');
      const [result] = await session.execute([{ id: '1', name: 'echo', args: {} }]);
      codes.push(result?.ok === false ? result.code : 'ok');
    }
    expect(codes.filter((code) => code === 'ok').length).toBeLessThanOrEqual(6);
    expect(codes.filter((code) => code === 'ok').length).toBeGreaterThan(0);
  });

  it('refuse what they cannot know while the database is away, say so, and go on by themselves (T-1)', async () => {
    const { token } = await newToken('outage');
    const { host } = replica(1);
    expect(await host.tokens.verify(token)).toBeDefined();
    await postgres().stop('SIGKILL');
    try {
      await vi.waitFor(
        () => expect(host.tokens.verify(token)).rejects.toThrow(/token_store_failed|cannot be/),
        { timeout: 5_000 },
      );
      const codes = host.diagnostics().map(({ code }) => code);
      expect(codes).toContain('state_database_unusable');
      const shown = JSON.stringify(host.diagnostics());
      expect(shown).not.toContain(postgres().password);
      expect(shown).not.toContain(encodeURIComponent(postgres().password));
    } finally {
      await postgres().start();
    }
    await vi.waitFor(async () => expect(await host.tokens.verify(token)).toBeDefined(), {
      timeout: 10_000,
    });
    expect(host.diagnostics().map(({ code }) => code)).not.toContain('state_database_unusable');
  });
});

function toolsOf(sent: unknown[]): readonly Tool[] {
  const schema = { type: 'object' };
  return [
    { name: 'echo', description: 'Echoes', schema, execute: () => ({ ok: true, value: 'here' }) },
    { name: 'late', description: 'Late', schema, execute: () => ({ ok: true, value: 'late' }) },
    {
      ...{ name: 'send', description: 'Sends mail.', schema },
      execute: (args) => {
        sent.push(args);
        return { ok: true, value: 'sent' };
      },
    },
  ];
}
