import { join } from 'node:path';
import type { AuditEntry } from '@mortise/contracts';
import { mountMcpServers, startGateway } from '@mortise/gateway';
import { createHost } from '@mortise/host';
import { afterEach, describe, expect, it } from 'vitest';
import { ASKING_SOURCE } from './asking-extension.ts';
import { FLOOD, startBluntServer } from './blunt-server.ts';
import { connectHttp, type Revision } from './connect-client.ts';

const PROGRAM = join(import.meta.dirname, 'fixtures', 'asking-server.ts');
const GRANTS = { elicitation: {}, sampling: {} };
const TOKEN = 't'.repeat(43);
const open: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

/** Of revision 2025-11-25, in a process. */
const stdio = async () => ({
  ...{ command: process.execPath, args: ['--no-node-snapshot', PROGRAM] },
  sandbox: 'off' as const,
});

/** Of revision 2026-07-28: another host. */
async function http() {
  const host = await createHost({
    config: { agents: { main: {} } },
    extensions: [{ id: 'asking', source: ASKING_SOURCE, grants: GRANTS }],
  });
  const gateway = await startGateway(host, { port: 0, token: TOKEN });
  open.push(host, gateway);
  return { url: gateway.mcpUrl('main'), headers: { Authorization: `Bearer ${TOKEN}` } };
}

/** Of revision 2025-11-25, at an address. */
async function blunt() {
  const server = await startBluntServer();
  open.push(server);
  return { url: server.url };
}

/** A host with that server mounted, and a gateway in front. */
async function mount(server: object, grants: object | undefined = GRANTS) {
  const audit: AuditEntry[] = [];
  const host = await createHost({
    ...{ config: { agents: { main: {} } }, limits: { callMs: 2_000 } },
    audit: { record: (entry) => void audit.push(entry) },
  });
  const gateway = await startGateway(host, { port: 0, token: TOKEN });
  open.push(host, gateway);
  const mounted = await mountMcpServers(host, [
    { name: 'inner', path: 'mcp_servers.inner', enabled: true, grants, ...server } as never,
  ]);
  open.push(mounted);
  expect(mounted.servers()).toMatchObject([{ status: 'connected' }]);
  return { gateway, asked: () => audit.filter(({ kind }) => kind === 'capability') };
}

interface Person {
  readonly name?: string;
  readonly writes?: string;
  readonly onAsked?: () => Promise<unknown>;
}

async function connect(
  gateway: Parameters<typeof connectHttp>[0],
  revision: Revision,
  { name, writes, onAsked }: Person,
) {
  const heard: string[] = [];
  const capabilities = {
    ...(name === undefined ? {} : { elicitation: { form: {} } }),
    ...(writes === undefined ? {} : { sampling: {} }),
  };
  const headers = { 'Mortise-Session': `of-${name}` };
  const client = await connectHttp(gateway, { revision, headers, client: { capabilities } });
  open.push({ [Symbol.asyncDispose]: () => client.close() });
  if (name !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      heard.push(params.message);
      await onAsked?.();
      return { action: 'accept', content: { name } };
    });
  if (writes !== undefined)
    client.setRequestHandler('sampling/createMessage', async ({ params }) => {
      heard.push(params.systemPrompt ?? '');
      return { role: 'assistant', content: { type: 'text', text: writes }, model: 'm1' } as never;
    });
  const call = async (tool: string) => {
    const { content } = await client.callTool({ name: `mcp__inner__${tool}`, arguments: {} });
    return (content as { text: string }[]).map(({ text }) => text).join('');
  };
  return { call, heard };
}

describe.each([
  { server: 'a mounted server of 2025-11-25', start: stdio },
  { server: 'a mounted server of 2026-07-28', start: http },
])('$server', ({ start }) => {
  it.each(['2025-11-25', '2026-07-28'] as const)(
    'asks the user and the model of a client of %s, within its grants (F-9)',
    async (revision) => {
      const { gateway, asked } = await mount(await start());
      const longer = () => new Promise((resolve) => setTimeout(resolve, 2_500));
      const { call, heard } = await connect(gateway, revision, {
        ...{ name: 'Ana', writes: 'a poem', onAsked: longer },
      });
      // It waits for a person longer than a call may take.
      expect(await call('greet')).toBe('accept Ana');
      expect(heard[0]).toContain('The tool mcp__inner__greet of the MCP server inner asks:');
      expect(heard[0]).toContain('What is your name?');
      expect(await call('write')).toBe('m1: a poem');
      expect(heard[1]).toContain('the tool mcp__inner__write of the MCP server inner.');
      expect(asked()).toMatchObject([
        { action: 'elicitation.elicit', decision: 'allowed', toolName: 'mcp__inner__greet' },
        { action: 'sampling.sample', decision: 'allowed', toolName: 'mcp__inner__write' },
      ]);
    },
  );

  it('is told that the client has no user, and that nothing was granted (F-9)', async () => {
    const server = await start();
    const { gateway } = await mount(server);
    const { call } = await connect(gateway, '2025-11-25', {});
    expect(await call('greet')).toContain('no user that can be asked');
    const closed = await mount(server, {});
    const person = await connect(closed.gateway, '2025-11-25', { name: 'Ana' });
    // It was not told of a user, so it does not ask.
    expect(await person.call('greet')).toContain('no user that can be asked');
    expect(person.heard).toEqual([]);
  });
});

describe('a server that asks whether or not it may', () => {
  it('reads that it was not granted, and the attempt is recorded (F-9)', async () => {
    const { gateway, asked } = await mount(await blunt(), {});
    const { call, heard } = await connect(gateway, '2025-11-25', { name: 'Ana' });
    expect(await call('ask')).toContain('elicitation is not granted to the MCP server inner');
    expect(heard).toEqual([]);
    expect(asked()).toMatchObject([{ action: 'elicitation.elicit', decision: 'denied' }]);
  });

  it.each([
    { granted: 'nothing', grants: {}, heard: 0 },
    { granted: 'questions', grants: GRANTS, heard: 4 },
  ])(
    'fills no audit log, however often it asks; granted: $granted (F-9)',
    async ({ grants, heard: most }) => {
      const { gateway, asked } = await mount(await blunt(), grants);
      const { call, heard } = await connect(gateway, '2025-11-25', { name: 'Ana' });
      expect(await call('flood')).toContain('not more than 200 times');
      expect(heard).toHaveLength(most);
      expect(FLOOD).toBeGreaterThan(200);
      expect(asked()).toHaveLength(200);
      // The next call may ask again.
      await call('ask');
      expect(asked()).toHaveLength(201);
    },
  );

  it('over HTTP reaches the caller of each call, however many are open (F-9)', async () => {
    const { gateway } = await mount(await blunt());
    const names = ['Ana', 'Bob', 'Cleo'];
    // Nobody answers before all were asked.
    const all = Promise.withResolvers<void>();
    let asked = 0;
    const onAsked = () => {
      asked += 1;
      if (asked === names.length) all.resolve();
      return all.promise;
    };
    const people = await Promise.all(
      names.map((name) => connect(gateway, '2025-11-25', { name, onAsked })),
    );
    const answers = await Promise.all(people.map(({ call }) => call('ask')));
    expect(answers.map((text) => JSON.parse(text).content.name)).toEqual(names);
  });

  it('over standard streams asks nobody while calls of two callers are open (F-9)', async () => {
    const { gateway } = await mount(await stdio());
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const ana = await connect(gateway, '2025-11-25', {
      name: 'Ana',
      onAsked: () => {
        asked.resolve();
        return answered.promise;
      },
    });
    const bob = await connect(gateway, '2025-11-25', { name: 'Bob' });
    const first = ana.call('greet');
    await asked.promise;
    expect(await bob.call('greet')).toContain('nothing says for which of them it asks');
    expect(bob.heard).toEqual([]);
    answered.resolve();
    expect(await first).toBe('accept Ana');
  });
});
