import type { Client } from '@modelcontextprotocol/client';
import { type Gateway, startGateway } from '@mortise/gateway';
import type { Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ConnectOptions, connectHttp, connectStdio } from './connect-client.ts';
import { ALBUM, createInteropHost, type Sightings } from './interop-host.ts';

const seen: Sightings = { aborted: [], started: [] };
let host: Host;
let gateway: Gateway;

beforeAll(async () => {
  host = await createInteropHost(seen);
  gateway = await startGateway(host, { token: 't'.repeat(43), pageSize: 3 });
});

afterAll(async () => {
  await gateway.close();
  await host.close();
});

const ALL_NOTES = [
  [10, '10 %'],
  [50, '50 %'],
  [100, '100 %'],
] as const;

const overHttp = (options: ConnectOptions) => connectHttp(gateway, options);

const textOf = (result: Awaited<ReturnType<Client['callTool']>>) =>
  result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

describe.each([
  { over: 'HTTP', revision: '2025-11-25', connect: overHttp },
  { over: 'HTTP', revision: '2026-07-28', connect: overHttp },
  { over: 'stdio', revision: '2025-11-25', connect: connectStdio },
  { over: 'stdio', revision: '2026-07-28', connect: connectStdio },
] as const)('MCP $revision over $over with the official client', ({ revision, connect, over }) => {
  let client: Client;
  const options = { revision, headers: { 'Mortise-Session': `suite-${revision}` } } as const;
  beforeAll(async () => {
    client = await connect(options);
  });
  afterAll(() => client.close());

  it('speaks the revision asked for', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: true });
  });

  it('lists the surface of the agent, through pages, with titles, hints and output schemas', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'echo',
      'add',
      'talk',
      'hang',
      'picture',
      'album',
      'evidence',
      'broken',
      'list_toolkits',
      'load_tools',
      'unload_tools',
    ]);
    expect(tools.find(({ name }) => name === 'echo')).toMatchObject({
      title: 'Echo',
      annotations: { readOnlyHint: true, idempotentHint: true },
      inputSchema: { type: 'object', required: ['text'] },
    });
    expect(tools.find(({ name }) => name === 'add')?.outputSchema).toMatchObject({
      required: ['sum'],
    });
  });

  it('runs a call and gives structured content beside its text', async () => {
    expect(textOf(await client.callTool({ name: 'echo', arguments: { text: 'hi' } }))).toBe('hi');
    const sum = await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } });
    expect(sum).toMatchObject({ structuredContent: { sum: 5 } });
    expect(textOf(sum)).toBe('5');
  });

  it('keeps the order of parts, their annotations and _meta (E-4b)', async () => {
    const { content } = await client.callTool({ name: 'album', arguments: {} });
    expect(content).toEqual(ALBUM);
  });

  it('shows the parts of an error as they are, behind its code and hint (E-4b)', async () => {
    const { content, isError } = await client.callTool({ name: 'evidence', arguments: {} });
    expect(isError).toBe(true);
    const [message, ...parts] = content as readonly { readonly text?: string }[];
    expect(message?.text).toMatch(/^execution_failed\nHint: /);
    expect(parts).toEqual(ALBUM);
  });

  it('passes pictures, sounds, links and documents on', async () => {
    const { content } = await client.callTool({ name: 'picture', arguments: {} });
    expect(content).toEqual([
      { type: 'text', text: 'a picture' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'BBBB', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///notes.txt', name: 'notes' },
      { type: 'resource', resource: { uri: 'test://doc', mimeType: 'text/plain', text: 'doc' } },
    ]);
  });

  it.each([
    { what: 'a tool that is not there', name: 'nope', says: /There is no tool "nope" here/ },
    { what: 'a name of the prototype', name: '__proto__', says: /no tool "__proto__" here/ },
    { what: 'a tool that is not loaded', name: 'late', says: /"late" is not loaded\. Load its/ },
    { what: 'a tool that is down', name: 'strict', says: /"strict" is not currently available/ },
  ])('answers $what with a result that a model can read', async ({ name, says }) => {
    const result = await client.callTool({ name, arguments: {} });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/^not_available: .+\nHint: .+/);
    expect(textOf(result)).toMatch(says);
    expect(textOf(result)).not.toContain('permitted');
  });

  it('says of a tool that is denied what it says of one that is not there', async () => {
    const own = await connect({ ...options, agentId: 'narrow' });
    const said = async (name: string) => {
      const result = await own.callTool({ name, arguments: {} });
      return JSON.stringify(result).replaceAll(name, 'x');
    };
    expect(await said('broken')).toBe(await said('brokes'));
    await own.close();
  });

  it.each([
    { what: 'bad arguments', name: 'echo', arguments: { text: 7 }, code: 'input_invalid' },
    { what: 'a tool that throws', name: 'broken', arguments: {}, code: 'execution_failed' },
  ])('answers $what with a result that names the code and a hint', async (call) => {
    const result = await client.callTool({ name: call.name, arguments: call.arguments });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(new RegExp(`^${call.code}: .+\\nHint: .+`));
  });

  it('reports progress that grows, before the result', async () => {
    const notes: (readonly [number, string | undefined])[] = [];
    const result = await client.callTool(
      { name: 'talk', arguments: {} },
      { onprogress: ({ progress, message }) => notes.push([progress, message]) },
    );
    expect(textOf(result)).toBe('talked');
    // The client forgets its callback when it reads the result, which may be in the same chunk as
    // the last notes; `progress-reporter.test.ts` proves that all of them are sent, and in order.
    expect(notes.length).toBeGreaterThan(0);
    expect(notes).toEqual(ALL_NOTES.slice(0, notes.length));
  });

  it('cancels the call whose client gives up', async () => {
    const controller = new AbortController();
    const before = seen.aborted.length;
    const call = client.callTool(
      { name: 'hang', arguments: {} },
      { signal: controller.signal, onprogress: () => controller.abort('enough') },
    );
    await expect(call).rejects.toThrow();
    if (over === 'HTTP') await vi.waitFor(() => expect(seen.aborted.length).toBe(before + 1));
    expect(textOf(await client.callTool({ name: 'echo', arguments: { text: 'on' } }))).toBe('on');
  });

  it('tells of a toolkit that was loaded, has it at the next request, and lets it go (M-3)', async () => {
    const changed = Promise.withResolvers<readonly string[]>();
    const watcher = await connect({
      ...options,
      client: {
        listChanged: {
          tools: {
            onChanged: (error, tools) =>
              error
                ? changed.reject(error)
                : changed.resolve((tools ?? []).map(({ name }) => name)),
          },
        },
      },
    });
    const actor = over === 'stdio' ? watcher : client;
    await watcher.listTools();
    const load = await actor.callTool({ name: 'load_tools', arguments: { toolkit: 'extra' } });
    expect(textOf(load)).toContain('"takes_effect":"next_request"');
    expect(await changed.promise).toContain('late');
    expect(textOf(await actor.callTool({ name: 'late', arguments: {} }))).toBe('late');
    await actor.callTool({ name: 'unload_tools', arguments: { toolkit: 'extra' } });
    await watcher.close();
  });
});

describe('what an MCP client may reach', () => {
  it('is the surface of the agent in the address and no more', async () => {
    const client = await overHttp({ revision: '2026-07-28', agentId: 'narrow' });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo']);
    const refused = await client.callTool({ name: 'add', arguments: { a: 1, b: 1 } });
    expect(textOf(refused)).toMatch(/There is no tool "add" here/);
    await client.close();
  });

  it('ends where a new configuration ends it, without listing again', async () => {
    const own = await createInteropHost();
    const door = await startGateway(own, { token: 't'.repeat(43) });
    const changed = Promise.withResolvers<void>();
    const client = await connectHttp(door, {
      revision: '2025-11-25',
      agentId: 'wide',
      client: { listChanged: { tools: { onChanged: () => changed.resolve() } } },
    });
    expect((await client.callTool({ name: 'echo', arguments: { text: 'a' } })).isError).toBeFalsy();
    const config = { agents: { wide: { tools: { deny: ['echo'] } } } };
    expect((await own.reload(config)).status).toBe('accepted');
    const refused = await client.callTool({ name: 'echo', arguments: { text: 'after' } });
    expect(textOf(refused)).toMatch(/There is no tool "echo" here/);
    await changed.promise;
    await client.close();
    await door.close();
    await own.close();
  });

  it('does not drop a call when the configuration changes while it runs', async () => {
    const calls: Sightings = { aborted: [], started: [] };
    const own = await createInteropHost(calls);
    const door = await startGateway(own, { token: 't'.repeat(43) });
    const client = await connectHttp(door, { revision: '2026-07-28' });
    const controller = new AbortController();
    const running = client.callTool({ name: 'hang', arguments: {} }, { signal: controller.signal });
    running.catch(() => undefined);
    await vi.waitFor(() => expect(calls.started).toEqual(['hang']));
    expect((await own.reload({ agents: { main: { tools: ['echo'] } } })).status).toBe('accepted');
    // @ts-expect-error: it is misspelt, and as plain data it is refused all the same.
    expect(await own.reload({ agents: { main: { tolls: [] } } })).toMatchObject({
      status: 'refused',
      diagnostics: [{ code: 'unknown_key' }],
    });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo']);
    expect(calls.aborted).toEqual([]);
    controller.abort();
    await vi.waitFor(() => expect(calls.aborted).toEqual(['hang']));
    await client.close();
    await door.close();
    await own.close();
  });

  it('keeps what sessions load apart, and finds it again under a stated key', async () => {
    const open = (key: string, revision: '2025-11-25' | '2026-07-28') =>
      overHttp({ revision, headers: { 'Mortise-Session': key } });
    const names = async (client: Client) =>
      (await client.listTools()).tools.map(({ name }) => name);
    const first = await open('kept', '2025-11-25');
    await first.callTool({ name: 'load_tools', arguments: { toolkit: 'extra' } });
    const again = await open('kept', '2026-07-28');
    const other = await open('other', '2026-07-28');
    expect(await names(again)).toContain('late');
    expect(await names(other)).not.toContain('late');
    await Promise.all([first.close(), again.close(), other.close()]);
  });
});
