import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CliWorld } from '../faults/kills/cli-world.ts';
import { connectHttp, type Revision } from '../interop/connect-client.ts';
import { type Served, serve, type } from '../interop/served-host.ts';
import { noPostgres } from '../servers/own-postgres.ts';
import { usePostgres } from '../servers/use-postgres.ts';
import { RoundRobin } from './round-robin.ts';

/** What a person may wait for until every replica knows. */
const SOON = { timeout: 1_000, interval: 20 };
const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28'];

const EXTENSION = `export default { id: 'jobs', register(api) {
  const parameters = { type: 'object', properties: { ms: { type: 'number' } } };
  const run = async (id, { ms = 0 }, ctx) => {
    await ctx.storage.set('run ' + id + ' ' + crypto.randomUUID(), 1);
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { content: [{ type: 'text', text: 'done ' + id }] };
  };
  const capabilities = { storage: { scope: 'shared', reason: 'counts its runs' } };
  const tool = (name, rest, options) => api.registerTool(
    { name, description: name, parameters, capabilities, execute: run, ...rest }, options);
  tool('work'); tool('late', {}, { optional: true }); tool('again', { idempotent: true });
  tool('runs', { execute: async (id, args, ctx) => ({
    content: [{ type: 'text', text: JSON.stringify(await ctx.storage.list('run ')) }] }) });
} };`;

const CONFIG = {
  extensions: ['./jobs'],
  toolkits: { extra: { description: 'One more tool', tools: ['late'] } },
  agents: { main: { tools: ['work', 'again', 'runs'], allowed_toolkits: ['extra'] } },
};

describe.skipIf(noPostgres() !== undefined)(
  `\`mortise serve\` as replicas on one Postgres (C-1) ${noPostgres() ?? ''}`,
  { timeout: 120_000 },
  () => {
    const postgres = usePostgres();
    const world = new CliWorld();
    const { folder } = world;
    const served = new Map<string, Served>();
    let clients: Client[] = [];
    let balancer: RoundRobin;
    let schema = '';
    let schemas = 0;

    const placeOf = (name: string) => ({ config: folder, state: join(folder, `state-${name}`) });
    const start = async (name: string) => {
      const words = ['--state', postgres().url(schema), '--leave-ms', '1000'];
      const host = await serve(placeOf(name), ...words);
      served.set(name, host);
      return host;
    };
    const replica = (name: string): Served => {
      const found = served.get(name);
      if (found === undefined) throw new Error('It was not started.');
      return found;
    };
    const typed = (name: string, ...argv: string[]): string => {
      const [status, said] = type(placeOf(name), ...argv, '--state', postgres().url(schema));
      expect(status, said).toBe(0);
      return said;
    };
    const newToken = () => {
      const made = typed('a', 'token', 'create', '--agent', 'main', '--json');
      return JSON.parse(made.slice(made.indexOf('{'), made.lastIndexOf('}') + 1)) as {
        token: string;
        record: { id: string };
      };
    };
    const connect = async (url: string, token: string, revision: Revision, client = {}) => {
      const mcpUrl = (agent: string) => `${url}/mcp/${agent}`;
      const headers = { 'Mortise-Session': 'work' };
      const made = await connectHttp({ mcpUrl, token }, { revision, client, headers });
      clients.push(made);
      return made;
    };
    const ask = async (name: string, path: string) => {
      const { url, token } = replica(name);
      const answer = await fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return { status: answer.status, text: await answer.text() };
    };
    const textOf = async (call: Promise<Awaited<ReturnType<Client['callTool']>>>) => {
      const { content, isError } = await call;
      const text = JSON.stringify(content);
      if (isError === true) throw new Error(text);
      return text;
    };

    beforeAll(async () => {
      const storage = { scope: 'shared', reason: 'counts its runs' };
      world.writeExtension('jobs', EXTENSION, { storage });
      world.writeConfig({ agents: { main: {} } });
      await world.require('add', './jobs', '--grant', 'all');
      world.writeConfig(CONFIG);
    });
    beforeEach(async () => {
      schemas += 1;
      schema = `served_${schemas}`;
      balancer = new RoundRobin();
      await Promise.all([start('a'), start('b')]);
      balancer.use([replica('a').url, replica('b').url]);
    });
    afterEach(async () => {
      await Promise.allSettled(clients.map((client) => client.close()));
      clients = [];
      await balancer[Symbol.asyncDispose]().catch(() => undefined);
      for (const { child, ended } of served.values()) {
        child.kill('SIGKILL');
        await ended;
      }
      served.clear();
    });
    afterAll(() => world[Symbol.dispose]());

    it.each(REVISIONS)(
      'tell each other of loads, revocations and stops within a second: %s (M-4, T-1, T-6)',
      async (revision) => {
        const { token, record } = newToken();
        const told = vi.fn();
        const listChanged = { tools: { onChanged: () => told() } };
        const first = await connect(replica('a').url, token, revision);
        const second = await connect(replica('b').url, token, revision, { listChanged });
        await second.listTools();
        await textOf(first.callTool({ name: 'load_tools', arguments: { toolkit: 'extra' } }));
        await vi.waitFor(() => expect(told).toHaveBeenCalled(), SOON);
        expect((await second.listTools()).tools.map(({ name }) => name)).toContain('late');

        const call = (client: Client) => textOf(client.callTool({ name: 'work', arguments: {} }));
        typed('a', 'stop', '--agent', 'main');
        for (const client of [first, second])
          await vi.waitFor(() => expect(call(client)).rejects.toThrow(/stopped/), SOON);
        typed('b', 'resume', '--agent', 'main');
        for (const client of [first, second])
          await vi.waitFor(() => expect(call(client)).resolves.toContain('done'), SOON);

        typed('a', 'token', 'revoke', record.id);
        for (const client of [first, second]) await expect(call(client)).rejects.toThrow();
      },
    );

    it('go on with a session of revision 2025-11-25 that another one opened, loaded toolkits included', async () => {
      const { token } = newToken();
      const client = await connect(await balancer.listen(), token, '2025-11-25');
      await textOf(client.callTool({ name: 'load_tools', arguments: { toolkit: 'extra' } }));
      for (let at = 0; at < 6; at += 1)
        await textOf(client.callTool({ name: 'late', arguments: {} }));
      replica('a').child.kill('SIGKILL');
      await replica('a').ended;
      for (let at = 0; at < 4; at += 1)
        await textOf(client.callTool({ name: 'late', arguments: {} }));
      // An id that is known is of no use to another client.
      const other = newTokenOf('b');
      const stolen = await fetch(`${replica('b').url}/mcp/main`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${other}`, 'content-type': 'application/json' },
          ...{ accept: 'application/json, text/event-stream' },
          'mcp-session-id': String(Reflect.get(client.transport ?? {}, 'sessionId')),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      expect(stolen.status).toBe(404);
    });
    const newTokenOf = (name: string) => {
      const made = typed(name, 'token', 'create', '--agent', 'main', '--json');
      return String(/mortise_[\w-]+/.exec(made)?.[0]);
    };

    it.each(REVISIONS)(
      'are replaced one by one without a call that fails: %s',
      async (revision) => {
        const { token } = newToken();
        const client = await connect(await balancer.listen(), token, revision);
        const failures: unknown[] = [];
        let calls = 0;
        let isOver = false;
        const load = async () => {
          while (!isOver) {
            await textOf(client.callTool({ name: 'work', arguments: { ms: 30 } })).catch((error) =>
              failures.push(error),
            );
            calls += 1;
          }
        };
        const loads = [load(), load(), load(), load()];
        await start('c');
        balancer.use(['a', 'b', 'c'].map((name) => replica(name).url));
        for (const leaving of ['a', 'b']) {
          replica(leaving).child.kill('SIGTERM');
          expect(await replica(leaving).ended).toEqual([0, null]);
        }
        isOver = true;
        await Promise.all(loads);
        expect(failures).toEqual([]);
        expect(calls).toBeGreaterThan(20);
        expect(await ask('c', '/ready')).toMatchObject({ status: 200 });
      },
    );

    it('say within seconds that they go by different configurations, wherever troubles are shown', async () => {
      const before: object = JSON.parse(readFileSync(world.config, 'utf8'));
      try {
        world.writeConfig({ ...CONFIG, tools: { deny: ['late'] } });
        typed('a', 'reload');
        for (const name of ['a', 'b']) {
          await vi.waitFor(
            async () =>
              expect((await ask(name, '/api/diagnostics')).text).toContain(
                'replica_config_differs',
              ),
            { timeout: 5_000, interval: 100 },
          );
          expect((await ask(name, '/metrics')).text).toContain('code="replica_config_differs"');
          expect(JSON.parse((await ask(name, '/health')).text).warnings).toBeGreaterThan(0);
          await vi.waitFor(() => expect(replica(name).said()).toContain('another configuration'), {
            ...{ timeout: 8_000, interval: 100 },
          });
        }
        const [, doctor] = type(placeOf('b'), 'doctor', '--state', postgres().url(schema));
        expect(doctor).toContain('another configuration');
        typed('b', 'reload');
        await vi.waitFor(
          async () =>
            expect((await ask('b', '/api/diagnostics')).text).not.toContain('replica_config'),
          { timeout: 5_000, interval: 100 },
        );
      } finally {
        world.writeConfig(before);
      }
    });

    it('run a call once whose host was killed, or say that it may have run, and once more if it may (C-3)', async () => {
      const { token } = newToken();
      const ids = { work: 'key-work', again: 'key-again' };
      const asked = (client: Client, name: keyof typeof ids, ms: number) =>
        textOf(client.callTool({ name, arguments: { ms }, _meta: { 'mortise/once': ids[name] } }));
      const first = await connect(replica('a').url, token, '2026-07-28');
      const lost = (['work', 'again'] as const).map((name) =>
        asked(first, name, 3_000).catch((error: unknown) => error),
      );
      const second = await connect(replica('b').url, token, '2026-07-28');
      const runs = async (): Promise<string[]> => {
        const text = await textOf(second.callTool({ name: 'runs', arguments: {} }));
        return [...text.matchAll(/run (once_\w+)/g)].map(([, id]) => String(id));
      };
      await vi.waitFor(async () => expect(await runs()).toHaveLength(2), 10_000);
      replica('a').child.kill('SIGKILL');
      await Promise.all(lost);
      await expect(asked(second, 'work', 3_000)).rejects.toThrow(/call_lost|not known/);
      await expect(asked(second, 'again', 3_000)).resolves.toContain('done once_');
      await expect(asked(second, 'again', 3_000)).resolves.toContain('done once_');
      await expect(asked(second, 'work', 3_000)).rejects.toThrow(/call_lost|not known/);
      const counted = Map.groupBy(await runs(), (id) => id);
      expect([...counted.values()].map((same) => same.length).toSorted()).toEqual([1, 2]);
    });
  },
);
