import type { Client } from '@modelcontextprotocol/client';
import { type Gateway, startGateway } from '@mortise/gateway';
import type { Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConnectOptions, connectHttp, connectStdio, type Revision } from './connect-client.ts';
import { eventually } from './hostile-host.ts';
import { createOffersHost } from './offers-host.ts';

const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28'];
let host: Host;
let gateway: Gateway;

beforeAll(async () => {
  host = await createOffersHost();
  gateway = await startGateway(host, { token: 't'.repeat(43), pageSize: 2 });
});

afterAll(async () => {
  await gateway.close();
  await host.close();
});

const overHttp = (options: ConnectOptions) => connectHttp(gateway, options);
const overStdio = (options: ConnectOptions) =>
  connectStdio({ ...options, program: 'offers-server.ts' });

/** What a client is told when a request fails. */
const faultOf = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { code, message, data } = error as { code: number; message: string; data?: object };
  return { code, message, ...(data === undefined ? {} : { data }) };
};

const promptNames = async (client: Client) =>
  (await client.listPrompts()).prompts.map(({ name }) => name);

describe.each([
  ...REVISIONS.map((revision) => ({ over: 'HTTP', revision, connect: overHttp })),
  ...REVISIONS.map((revision) => ({ over: 'stdio', revision, connect: overStdio })),
])('prompts and resources in $revision over $over (F-10)', ({ revision, connect }) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect({ revision });
  });
  afterAll(() => client.close());

  it('says that there are some', () => {
    const { prompts, resources, completions } = client.getServerCapabilities() ?? {};
    expect({ prompts, resources, completions }).toEqual({
      ...{
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
      },
    });
  });

  it('lists prompts with their arguments, through pages, and no optional one', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['broken', 'endless', 'plain', 'review']);
    expect(prompts.find(({ name }) => name === 'review')).toEqual({
      ...{ name: 'review', title: 'Review', description: 'Asks for a review' },
      arguments: [
        { name: 'topic', description: 'Of what', required: true },
        { name: 'tone', required: false },
      ],
    });
  });

  it('lists resources and templates under addresses of their extension', async () => {
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([
      { uri: 'mortise://notes/index.md', name: 'Index', mimeType: 'text/markdown' },
      { uri: 'mortise://notes/picture', name: 'mortise://notes/picture', description: 'Bytes' },
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'mortise://notes/pages/{id}' }]);
  });

  it('lists none of them as tools, and runs none of them as one', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['note_link']);
    for (const name of ['prompt:plain', 'resource:mortise://notes/index.md']) {
      expect(await client.callTool({ name, arguments: {} })).toMatchObject({ isError: true });
    }
  });

  it('gets a prompt from the sandbox, with who says what', async () => {
    const answer = await client.getPrompt({ name: 'review', arguments: { topic: 'x' } });
    expect(answer).toMatchObject({
      description: 'About x',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Review x, kind, for main.' } },
        {
          role: 'assistant',
          content: { type: 'text', text: 'Gladly.', _meta: { 'acme/a': 1 } },
        },
        { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain('dev.mortise/role');
    const plain = await client.getPrompt({ name: 'plain' });
    expect(plain.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Say hello.' } },
    ]);
  });

  it('reads resources: text, bytes, and what a template makes of an address', async () => {
    const read = async (path: string) =>
      (await client.readResource({ uri: `mortise://notes/${path}` })).contents;
    expect(await read('index.md')).toEqual([
      { uri: 'mortise://notes/index.md', mimeType: 'text/markdown', text: 'one\ntwo\na b' },
    ]);
    expect(await read('picture')).toEqual([
      { uri: 'mortise://notes/picture', mimeType: 'image/png', blob: 'AAAA' },
      { uri: 'mortise://notes/picture', mimeType: 'text/plain', text: 'below' },
    ]);
    expect(await read('pages/a%20b')).toMatchObject([
      { uri: 'mortise://notes/pages/a%20b', text: '# Blank' },
    ]);
  });

  it('follows the link in the result of a tool (M-8)', async () => {
    const { content } = await client.callTool({ name: 'note_link', arguments: {} });
    const [link] = content;
    if (link?.type !== 'resource_link') throw new Error('no link');
    const { contents } = await client.readResource({ uri: link.uri });
    expect(contents).toMatchObject([{ text: '# One' }]);
  });

  it('completes arguments of prompts and variables of templates', async () => {
    const prompt = { type: 'ref/prompt', name: 'review' } as const;
    const ask = async (parts: Parameters<Client['complete']>[0]) =>
      (await client.complete(parts)).completion;
    expect(await ask({ ref: prompt, argument: { name: 'topic', value: 't' } })).toEqual({
      ...{ values: ['two'], total: 1, hasMore: false },
    });
    const context = { arguments: { topic: 'x', other: 'y' } };
    expect(await ask({ ref: prompt, argument: { name: 'tone', value: 'v' }, context })).toEqual({
      ...{ values: ['v:x'], total: 2, hasMore: false },
    });
    const ref = { type: 'ref/resource', uri: 'mortise://notes/pages/{id}' } as const;
    expect(await ask({ ref, argument: { name: 'id', value: 'o' } })).toMatchObject({
      values: ['one'],
    });
  });

  it('says what is wrong in errors of the protocol, with a code and what to do', async () => {
    expect(await faultOf(client.getPrompt({ name: 'review' }))).toMatchObject({
      ...{ code: -32_602, data: { code: 'input_invalid' } },
    });
    expect(await faultOf(client.getPrompt({ name: 'broken' }))).toMatchObject({
      ...{ code: -32_603, message: expect.stringContaining('on purpose') },
      data: { code: 'execution_failed', hint: expect.any(String) },
    });
    expect(await faultOf(client.getPrompt({ name: 'endless' }))).toMatchObject({
      data: { code: 'timeout' },
    });
    expect(await faultOf(client.getPrompt({ name: 'nobody' }))).toMatchObject({ code: -32_602 });
    const lost = await faultOf(client.readResource({ uri: 'mortise://notes/nothing' }));
    expect(lost).toMatchObject({
      code: -32_602,
      data: { uri: 'mortise://notes/nothing' },
    });
  });

  it('has no completion reached through the arguments of a prompt (S-5)', async () => {
    const asked = client.getPrompt({
      ...{ name: 'review', arguments: { topic: 'x', $complete: 'topic' } },
    });
    expect(await faultOf(asked)).toMatchObject({ code: -32_602 });
  });
});

describe.each(REVISIONS)('what an agent may see in %s (P-1, F-10)', (revision) => {
  const connect = (agentId: string) => connectHttp(gateway, { revision, agentId });

  it('is what its lists permit, and the rest is told as if it were not there', async () => {
    await using client = disposable(await connect('narrow'));
    expect(await promptNames(client)).toEqual(['plain']);
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    const denied = await faultOf(client.getPrompt({ name: 'review', arguments: { topic: 'x' } }));
    const unknown = await faultOf(client.getPrompt({ name: 'rexiew', arguments: { topic: 'x' } }));
    expect(denied.message.replace('review', '')).toBe(unknown.message.replace('rexiew', ''));
    expect(denied.code).toBe(unknown.code);
    const read = (path: string) => faultOf(client.readResource({ uri: `mortise://notes/${path}` }));
    const hidden = await read('picture');
    const absent = await read('pixture');
    expect(JSON.stringify(hidden).replaceAll('picture', '')).toBe(
      JSON.stringify(absent).replaceAll('pixture', ''),
    );
    const completion = client.complete({
      ...{ ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'topic', value: '' } },
    });
    expect(await faultOf(completion)).toMatchObject({ code: denied.code });
  });

  it('is an optional prompt where it is named, and nothing where the extension is denied', async () => {
    await using named = disposable(await connect('named'));
    expect(await promptNames(named)).toContain('rare');
    await using none = disposable(await connect('none'));
    const { tools: _tools, logging: _logging, ...others } = none.getServerCapabilities() ?? {};
    expect(others).toEqual({});
  });

  it('is held to rules on arguments, which see the values of an address decoded (T-3)', async () => {
    await using client = disposable(await connect('ruled'));
    const read = (id: string) => client.readResource({ uri: `mortise://notes/pages/${id}` });
    expect((await read('one')).contents).toMatchObject([{ text: '# One' }]);
    for (const id of ['two', '%74wo']) {
      expect(await faultOf(read(id))).toMatchObject({
        ...{ code: -32_000, data: { code: 'rule_denied' } },
      });
    }
  });
});

describe.each(REVISIONS)('a reload in %s', (revision) => {
  it('tells clients that prompts and resources have changed (F-6)', async () => {
    await using changing = await createOffersHost();
    await using door = await startGateway(changing, { token: 't'.repeat(43) });
    const told: string[] = [];
    const note = (kind: string) => ({ autoRefresh: false, onChanged: () => void told.push(kind) });
    await using client = disposable(
      await connectHttp(door, {
        revision,
        client: {
          listChanged: {
            ...{ tools: note('tools'), prompts: note('prompts'), resources: note('resources') },
          },
        },
      }),
    );
    expect(await promptNames(client)).toHaveLength(4);
    await client.listTools();
    await changing.extensions.reload({
      id: 'notes',
      source: `export default (api) => {
        api.registerPrompt({ name: 'fresh', description: 'New', get: () => 'Fresh.' });
      };`,
    });
    await eventually(() => expect(told.toSorted()).toEqual(['prompts', 'resources', 'tools']));
    expect(await promptNames(client)).toEqual(['fresh']);
  });
});

function disposable(client: Client): Client & AsyncDisposable {
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}
