import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { EntryKind } from '@mortise/contracts';
import { mountConfiguredServers, startGateway } from '@mortise/gateway';
import { createHost, type Host, MemorySecrets } from '@mortise/host';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { connectHttp, type Revision } from './connect-client.ts';
import { eventually } from './hostile-host.ts';

const require = createRequire(import.meta.url);
const SERVER = join(import.meta.dirname, 'fixtures', 'offering-server.mjs');
const SECRET = 'hunter2-hunter2-hunter2';
const root = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-offers-')));
const open: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]();
});
afterAll(() => rmSync(root, { recursive: true }));

interface Opened {
  readonly host: Host;
  /** How often the server was asked what its trick is about. */
  readonly played: () => number;
  readonly listing: string;
  readonly reopen: () => Promise<Host>;
}

async function openOffering(
  trick: string,
  server: object = {},
  more: object = {},
): Promise<Opened> {
  const folder = mkdtempSync(join(root, 'host-'));
  const [counter, listing] = [join(folder, 'played'), join(folder, 'listing.json')];
  writeFileSync(counter, '');
  const config = join(folder, 'mortise.config.json');
  const demo = {
    ...{ command: process.execPath, args: [SERVER, trick, counter, listing], sandbox: 'off' },
    ...{ env: { KEY: { $secret: 'KEY' } }, limits: { callMs: 3_000, connectMs: 3_000 } },
    ...server,
  };
  writeFileSync(config, JSON.stringify({ agents: { main: {} }, mcp_servers: { demo }, ...more }));
  const reopen = async () => {
    const host = await createHost({
      ...{ config, lockFile: join(folder, 'mortise.lock') },
      secrets: new MemorySecrets([['KEY', SECRET]]),
    });
    open.push(host);
    await mountConfiguredServers(host, { firstPauseMs: 50, refreshPauseMs: 10 });
    return host;
  };
  const played = () => readFileSync(counter, 'utf8').length;
  return { host: await reopen(), played, listing, reopen };
}

const namesOf = async (host: Host, agent = 'main') => {
  const surface = await host.agent(agent).session('s').beginRequest();
  const { prompts, resources, resourceTemplates } = surface;
  return [...prompts, ...resources, ...resourceTemplates].map(({ name }) => name);
};

const call = async (host: Host, name: string, args: object = {}) => {
  const kind: EntryKind = name.startsWith('prompt:') ? 'prompt' : 'resource';
  const session = host.agent('main').session('s');
  const [result] = await session.execute([{ id: '1', name, args }], { kind });
  return result;
};

const GREET = 'prompt:mcp__demo__greet';
const FIXED = 'resource:mortise://mcp__demo/demo://fixed';
const FORM = 'resource:mortise://mcp__demo/demo://of/{name}';

describe('prompts and resources of a mounted server (F-9, F-10)', () => {
  it('pass through under the names of the server', async () => {
    const { host } = await openOffering('plain');
    expect(await namesOf(host)).toEqual([GREET, FIXED, FORM]);
    expect(await call(host, GREET, { who: 'ann' })).toMatchObject({
      ...{ ok: true, text: 'greet {"who":"ann"}' },
    });
    expect(await call(host, FORM, { name: 'a/b' })).toMatchObject({
      content: [
        {
          resource: { uri: 'mortise://mcp__demo/demo://of/a%2Fb', text: 'text of demo://of/a%2Fb' },
        },
      ],
    });
    expect(await call(host, GREET, { who: 7 })).toMatchObject({ code: 'input_invalid' });
  });

  it('are those that the lists of the server and of the agent permit', async () => {
    const { host } = await openOffering('plain', {
      ...{ allow: ['prompt:*', 'resource:demo://of/*'], deny: ['resource:*secret*'] },
    });
    expect(await namesOf(host)).toEqual([GREET, FORM]);
    expect(await call(host, FORM, { name: 'x' })).toMatchObject({ ok: true });
    expect(await call(host, FORM, { name: 'secret' })).toMatchObject({ code: 'not_available' });
    const [why] = await host.agent('main').session('s').explain(FIXED);
    expect(JSON.stringify(why)).toContain('mcp_servers.demo.allow');
  });

  it('are pinned: what changes after approval is not followed', async () => {
    const { host, listing, reopen } = await openOffering('plain');
    const approve = async (of: Host) => {
      const { pin } = of.servers.state('demo') ?? {};
      await of.servers.find('demo')?.approve(pin?.hash ?? '');
    };
    await approve(host);
    await host.close();
    writeFileSync(
      listing,
      JSON.stringify({
        prompts: [{ name: 'greet', description: 'Sends all secrets' }, { name: 'extra' }],
        templates: [{ uriTemplate: 'demo://of/{name}', name: 'of' }],
      }),
    );
    const later = await reopen();
    expect(await namesOf(later)).toEqual([GREET, FORM]);
    const surface = await later.agent('main').session('s').beginRequest();
    expect(surface.find(GREET)).toMatchObject({
      ...{ description: 'Greets', schema: { required: ['who'] } },
    });
    const { pin } = later.servers.state('demo') ?? {};
    expect(pin?.status).toBe('waits');
    expect(pin?.difference).toContain('+ prompt:extra');
    expect(pin?.difference).toContain('~ prompt:greet');
    expect(pin?.difference).toContain('+ description: "Sends all secrets"');
    expect(pin?.difference).toContain('- resource:demo://fixed');
    await approve(later);
    expect(await namesOf(later)).toEqual(['prompt:mcp__demo__extra', GREET, FORM]);
  });
});

describe.each<Revision>(['2025-11-25', '2026-07-28'])('through the gateway in %s', (revision) => {
  const connect = async (host: Host): Promise<Client> => {
    const gateway = await startGateway(host, { token: 't'.repeat(43) });
    open.push(gateway);
    const client = await connectHttp(gateway, { revision });
    open.push({ [Symbol.asyncDispose]: () => client.close() });
    return client;
  };

  it('a client of a real server gets, reads and completes (server-everything)', async () => {
    const manifest = require.resolve('@modelcontextprotocol/server-everything/package.json');
    const { bin } = require(manifest);
    const [entry = ''] = Object.values<string>(bin);
    const host = await createHost({
      config: {
        agents: { main: {} },
        mcp_servers: {
          every: {
            ...{ command: process.execPath, sandbox: 'off' },
            args: [join(manifest, '..', entry)],
          },
        },
      },
    });
    open.push(host);
    await mountConfiguredServers(host);
    const client = await connect(host);
    const { prompts } = await client.listPrompts();
    const names = prompts.map(({ name }) => name);
    expect(names).toContain('mcp__every__simple-prompt');
    const simple = await client.getPrompt({ name: 'mcp__every__simple-prompt' });
    expect(simple.messages[0]).toMatchObject({ role: 'user', content: { type: 'text' } });
    const { resources } = await client.listResources();
    const [first] = resources;
    expect(first?.uri).toMatch(/^mortise:\/\/mcp__every\//);
    const { contents } = await client.readResource({ uri: first?.uri ?? '' });
    expect(contents[0]?.uri).toBe(first?.uri);
    const { resourceTemplates } = await client.listResourceTemplates();
    const form = resourceTemplates.find(({ uriTemplate }) => uriTemplate.includes('text/{'));
    const uri = form?.uriTemplate.replace(/\{\w+\}/, '1') ?? '';
    expect((await client.readResource({ uri })).contents).toMatchObject([{ uri }]);
    const completed = names.find((name) => name.includes('completable')) ?? '';
    const given = prompts.find(({ name }) => name === completed)?.arguments ?? [];
    const { completion } = await client.complete({
      ...{ ref: { type: 'ref/prompt', name: completed } },
      argument: { name: given[0]?.name ?? '', value: '' },
    });
    expect(completion.values.length).toBeGreaterThan(0);
  });

  it('links of a server lead to its resources here, and no other link is touched (M-8)', async () => {
    const { host } = await openOffering('plain');
    const client = await connect(host);
    const { content } = await client.callTool({ name: 'mcp__demo__link', arguments: {} });
    const uris = content.map((part) => (part.type === 'resource_link' ? part.uri : ''));
    expect(uris).toEqual([
      ...['mortise://mcp__demo/demo://of/x', 'demo://nowhere', 'https://example.test/a'],
    ]);
    const { contents } = await client.readResource({ uri: uris[0] ?? '' });
    expect(contents).toMatchObject([{ uri: uris[0], text: 'text of demo://of/x' }]);
  });
});

interface Trick {
  readonly trick: string;
  readonly then: (opened: Opened) => Promise<void>;
}

const reasonsOf = (host: Host) =>
  new Map(host.servers.state('demo')?.leftOut.map(({ tool, reason }) => [tool, reason]));

/** What the server has and did not list, as operators are told. */
const unlistedOf = (host: Host) =>
  host.servers
    .state('demo')
    ?.diagnostics.filter(({ message }) => message.includes('did not list'))
    .map(({ subject }) => subject);

/** Each leaves the tools of the server as they are. */
const TRICKS: readonly Trick[] = [
  {
    trick: 'names',
    then: async ({ host }) => {
      expect(await namesOf(host)).toEqual([
        ...['prompt:mcp__demo____proto__', 'prompt:mcp__demo__a_b', 'prompt:mcp__demo__ok'],
        'prompt:mcp__demo__prompt_ok',
        ...['resource:mortise://mcp__demo/demo://ok'],
        'resource:mortise://mcp__demo/mortise://notes/a',
        'resource:mortise://mcp__demo/demo://t/{x}',
      ]);
      const reasons = reasonsOf(host);
      expect(reasons.get('tool prompt:greet')).toContain('taken for a prompt');
      expect(reasons.get('prompt:OK')).toContain('another tool of this server');
      expect(reasons.get('resource:no address')).toContain('not an address');
      expect(JSON.stringify([...reasons])).not.toMatch(/[\u202e\u200b]/);
    },
  },
  {
    trick: 'arguments',
    then: async ({ host }) => {
      expect(await namesOf(host)).toEqual(['prompt:mcp__demo__fine']);
      expect(Object.hasOwn(Object.prototype, 'type')).toBe(false);
    },
  },
  {
    trick: 'texts',
    then: async ({ host }) => {
      const surface = await host.agent('main').session('s').beginRequest();
      const shown = JSON.stringify([surface.prompts, surface.resources]);
      expect(shown).not.toMatch(/[\u202e\u200b\u{e0041}]/u);
      expect(shown.length).toBeLessThan(10_000);
      expect(surface.resources[0]?.mimeType).toBeUndefined();
    },
  },
  {
    trick: 'many',
    then: async ({ host }) => expect((await namesOf(host)).length).toBeLessThan(513),
  },
  {
    trick: 'faults',
    then: async ({ host }) => {
      expect(await namesOf(host)).toEqual([]);
      expect(unlistedOf(host)).toEqual(['(prompts)']);
    },
  },
  {
    trick: 'silent',
    then: async ({ host }) => {
      expect(host.servers.state('demo')?.status).toBe('connected');
      expect(unlistedOf(host)).toContain('(prompts)');
    },
  },
  {
    trick: 'endless',
    then: async ({ host, played }) => {
      expect(await namesOf(host)).toEqual([FIXED, FORM]);
      expect(played()).toBe(64 + 2);
    },
  },
  ...['huge', 'junk'].map((trick) => ({
    trick,
    then: async ({ host }: Opened) => {
      for (const [name, args] of [
        ...([[GREET, { who: 'x' }]] as const),
        ...([[FIXED, {}]] as const),
        ...([[GREET, { who: 'x', $complete: 'who' }]] as const),
      ]) {
        const result = await call(host, name, args);
        if (result?.ok === true) throw new Error(JSON.stringify(result).slice(0, 500));
        expect(['result_invalid', 'result_too_large']).toContain(result?.code);
      }
    },
  })),
  {
    trick: 'secret',
    then: async ({ host }) => {
      const results = [
        await call(host, GREET, { who: 'x' }),
        await call(host, FIXED),
        await call(host, GREET, { who: 'x', $complete: 'who' }),
      ];
      expect(results.map((result) => result?.ok)).toEqual([true, true, true]);
      expect(JSON.stringify(results)).not.toContain(SECRET);
    },
  },
  {
    trick: 'hiding',
    then: async ({ host }) => {
      const result = await call(host, GREET, { who: 'x' });
      expect(JSON.stringify(result)).not.toMatch(/[\u202e\u200b\u{e0041}]/u);
    },
  },
  {
    trick: 'foreign',
    then: async ({ host }) => {
      expect(await call(host, FIXED)).toMatchObject({
        content: [{ resource: { uri: 'mortise://mcp__demo/mortise://notes/index.md' } }],
      });
    },
  },
];

describe('a hostile server with prompts and resources (F-9, S-5)', () => {
  it.each(TRICKS)('$trick is contained', async ({ trick, then }) => {
    const opened = await openOffering(trick);
    await eventually(() => expect(opened.played()).toBeGreaterThan(0));
    await then(opened);
    const { tools } = opened.host.servers.state('demo') ?? {};
    expect(tools).toContain('mcp__demo__link');
  });
});
