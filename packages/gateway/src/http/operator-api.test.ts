import type { Tool } from '@mortise/contracts';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from './start-gateway.ts';

const tool = (name: string): Tool => ({
  name,
  description: `Does ${name}`,
  schema: { type: 'object', properties: { text: { type: 'string' } } },
  execute: (args) => ({ ok: true, value: JSON.stringify(args) }),
});

const aborted = Promise.withResolvers<void>();
const started = Promise.withResolvers<void>();
const waitingTool: Tool = {
  ...tool('wait'),
  execute: (_args, { abortSignal }) =>
    new Promise(() => {
      abortSignal.addEventListener('abort', () => aborted.resolve());
      started.resolve();
    }),
};

let host: Host;
let gateway: Gateway;

beforeAll(async () => {
  host = await createHost({
    config: {
      toolkits: { extra: { description: 'More', tools: ['late'] } },
      agents: {
        main: { tools: ['echo', 'wait'], allowed_toolkits: ['extra'] },
        narrow: { tools: { allow: ['echo'] } },
      },
    },
    tools: [...['echo', 'late'].map(tool), waitingTool],
  });
  gateway = await startGateway(host, { token: 't'.repeat(43), now: () => 1_000 });
});

afterAll(async () => {
  await gateway.close();
  await host.close();
});

async function ask(path: string, body?: object) {
  const headers = { Authorization: `Bearer ${gateway.token}`, 'Content-Type': 'application/json' };
  const init =
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${gateway.url}${path}`, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

describe('the operators API (F-7)', () => {
  it('lists agents with what their tools cost', async () => {
    expect((await ask('/api/agents')).body).toEqual({
      agents: [
        {
          ...{ id: 'main', activeTools: expect.any(Number), permittedTools: expect.any(Number) },
          definitionTokens: expect.any(Number),
        },
        {
          ...{ id: 'narrow', activeTools: 1, permittedTools: expect.any(Number) },
          definitionTokens: expect.any(Number),
        },
      ],
      total: 2,
    });
    expect((await ask('/api/agents/narrow')).body).toMatchObject({ id: 'narrow', diagnostics: [] });
  });

  it('shows every tool with its state, and its trace if asked', async () => {
    const { body } = await ask('/api/agents/narrow/tools?state=not_allowed&trace=true');
    expect(body.tools.map(({ name }: { name: string }) => name)).toContain('late');
    expect(body.tools[0]).toMatchObject({
      state: 'not_allowed',
      isPermitted: false,
      steps: expect.arrayContaining([expect.objectContaining({ verdict: 'block' })]),
    });
    const paged = await ask('/api/agents/narrow/tools?limit=1&offset=1');
    expect(paged.body.tools).toHaveLength(1);
    expect(paged.body.tools[0]).not.toHaveProperty('steps');
    expect(paged.body.total).toBeGreaterThan(2);
  });

  it('explains one tool as the resolver does', async () => {
    expect((await ask('/api/agents/narrow/tools/late')).body).toMatchObject({
      explanations: JSON.parse(
        JSON.stringify(await host.agent('narrow').withoutSession().explain('late')),
      ),
    });
  });

  it('answers 404 for a tool that is not there, and says what may be meant', async () => {
    expect(await ask('/api/agents/narrow/tools/lat')).toMatchObject({
      status: 404,
      body: { code: 'unknown_tool', message: expect.stringContaining('`late`') },
    });
    expect(await ask('/api/agents/narow/tools/late')).toMatchObject({
      status: 404,
      body: { code: 'unknown_agent', message: expect.stringContaining('`narrow`') },
    });
  });

  it.each(['limit=0', 'limit=5000', 'limit=x', 'offset=-1', 'trace=maybe'])(
    'refuses the query %s',
    async (query) => {
      expect(await ask(`/api/agents/main/tools?${query}`)).toMatchObject({
        status: 400,
        body: {
          code: 'request_invalid',
          message: expect.stringContaining(`query.${query.split('=')[0]}: `),
        },
      });
    },
  );

  it('runs calls in a session, shows what it loaded, and keeps a feed without arguments', async () => {
    const load = { name: 'load_tools', args: { toolkit: 'extra' } };
    expect((await ask('/api/agents/main/calls', { session: 'c1', calls: [load] })).status).toBe(
      200,
    );
    expect((await ask('/api/agents/main/sessions/c1')).body).toMatchObject({
      loadedToolkits: ['extra'],
      activeTools: expect.arrayContaining(['echo', 'late']),
    });
    const secret = { name: 'late', args: { text: 'hunter2' } };
    const ran = await ask('/api/agents/main/calls', { session: 'c1', calls: [secret] });
    expect(ran.body.results).toMatchObject([{ ok: true, text: '{"text":"hunter2"}' }]);
    const refused = await ask('/api/agents/main/calls', { calls: [{ name: 'no' }] });
    expect(refused.body.results).toMatchObject([
      { ok: false, status: 'refused', code: 'not_available', hint: expect.any(String) },
    ]);
    const feed = await ask('/api/calls?limit=3');
    expect(feed.body.calls).toMatchObject([
      { sequence: 3, toolName: 'no', status: 'refused', code: 'not_available', at: 1_000 },
      { sequence: 2, toolName: 'late', status: 'ok', agentId: 'main', sessionKey: 'c1' },
      { sequence: 1, toolName: 'load_tools' },
    ]);
    expect(JSON.stringify(feed.body)).not.toContain('hunter2');
    expect((await ask('/api/calls?after=2')).body.calls).toHaveLength(1);
  });

  it('cancels a call whose caller goes away', async () => {
    const controller = new AbortController();
    const call = fetch(`${gateway.url}/api/agents/main/calls`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ calls: [{ name: 'wait' }] }),
      signal: controller.signal,
    });
    await started.promise;
    controller.abort();
    await expect(call).rejects.toThrow();
    await aborted.promise;
  });

  it('compares agents and tries rules out, and changes nothing', async () => {
    const { differences } = (await ask('/api/agents/main/diff/narrow')).body;
    expect(differences.length).toBeGreaterThan(0);
    const change = { kind: 'select', layer: 'agent', list: 'deny', text: 'echo' };
    expect((await ask('/api/agents/main/simulate', { change })).body).toEqual({
      differences: [{ tool: 'echo', before: 'active', after: 'denied' }],
    });
    expect((await ask('/api/agents/main/tools/echo')).body.explanations[0].state).toBe('active');
    expect(await ask('/api/agents/main/simulate', { change: { kind: 'inputs' } })).toMatchObject({
      status: 400,
    });
  });

  it('walks the gates without running anything if asked to (E-9)', async () => {
    const body = { dryRun: true, calls: [{ name: 'echo', args: { text: 'a' } }] };
    expect((await ask('/api/agents/main/calls', body)).body.results).toMatchObject([
      { ok: true, text: expect.stringContaining('[dry run]') },
    ]);
  });

  it('checks a configuration against what is registered and changes nothing', async () => {
    const good = await ask('/api/config/check', { text: 'agents:\n  main:\n    tools: [echo]\n' });
    expect(good.body).toMatchObject({ isAcceptable: true });
    const bad = await ask('/api/config/check', { text: 'agents:\n  main:\n    tols: [echo]\n' });
    expect(bad.body).toMatchObject({
      isAcceptable: false,
      diagnostics: [{ code: 'unknown_key', line: 3, hint: expect.any(String) }],
    });
    expect(host.agentIds).toEqual(['main', 'narrow']);
  });

  it('says that it is there without a token, and nothing else', async () => {
    const health = await fetch(`${gateway.url}/health`);
    expect(await health.json()).toEqual({ status: 'ok', errors: 0, warnings: 0 });
    expect((await fetch(`${gateway.url}/openapi.json`)).status).toBe(401);
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(401);
  });

  it('is degraded while anything does not work; only the token tells what (T-9)', async () => {
    const found = { code: 'mcp_server_failed', severity: 'error', subject: 'git"hub' } as const;
    using _leave = host.addDiagnostics(() => [{ ...found, message: 'gone', hint: 'h' }]);
    const counts = { status: 'degraded', errors: 1, warnings: 0 };
    expect(await (await fetch(`${gateway.url}/health`)).json()).toEqual(counts);
    expect((await ask('/health')).body).toMatchObject({ ...counts, diagnostics: [found] });
    // No extension, program or server has started a process: they are tried when someone asks (S-8).
    const tried = { tier: 'preferred', state: expect.stringMatching(/^(on|off)$/) };
    const jails = { jail: tried, programs: tried, servers: tried };
    expect((await ask('/health')).body).toMatchObject({
      ...jails,
      jit: { default: 'on', off: [] },
    });
    expect((await ask('/api/runners')).body).toMatchObject({ jail: tried, programs: tried });
    expect((await ask('/api/diagnostics')).body).toMatchObject({ diagnostics: [found] });
    const metrics = (await ask('/metrics')).body;
    expect(metrics).toContain('mortise_diagnostics{code="mcp_server_failed",severity="error"} 1');
    expect(metrics).toContain('mortise_trouble{code="mcp_server_failed",subject="git\\"hub"} 1');
  });

  it('counts in the format of Prometheus', async () => {
    const { body } = await ask('/metrics');
    expect(body).toMatch(
      /^# HELP mortise_calls_total .+\n# TYPE mortise_calls_total counter\nmortise_calls_total \d+$/m,
    );
    expect(body).toContain('mortise_call_outcomes_total{outcome="not_available"} 1');
  });

  it('knows its extensions', async () => {
    expect((await ask('/api/extensions')).body).toEqual({ extensions: [] });
    expect(await ask('/api/extensions/nope')).toMatchObject({
      status: 404,
      body: { code: 'unknown_extension' },
    });
  });

  it('describes itself (OpenAPI 3.1)', async () => {
    const { body } = await ask('/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toEqual([
      '/health',
      '/ready',
      '/metrics',
      '/api/host',
      '/api/mcp-servers',
      '/api/mcp-servers/{server}',
      '/api/mcp-servers/{server}/ask',
      '/api/mcp-servers/{server}/approve',
      '/api/mcp-servers/{server}/forget',
      '/api/mcp-servers/{server}/reconnect',
      '/api/agents',
      '/api/agents/{agent}',
      '/api/agents/{agent}/tools',
      '/api/agents/{agent}/tools/{tool}',
      '/api/agents/{agent}/diff/{other}',
      '/api/agents/{agent}/simulate',
      '/api/rules',
      '/api/tools',
      '/api/tools/{tool}',
      '/api/extensions',
      '/api/extensions/{extension}',
      '/api/extensions/{extension}/reload',
      '/api/extensions/{extension}/disable',
      '/api/extensions/{extension}/enable',
      '/api/extensions/{extension}/update',
      '/api/extensions/{extension}/approve',
      '/api/extensions/{extension}/grants',
      '/api/extension-proposals',
      '/api/extension-proposals/{hash}/install',
      '/api/agents/{agent}/sessions',
      '/api/agents/{agent}/sessions/{session}',
      '/api/agents/{agent}/calls',
      '/api/calls',
      '/api/calls/running',
      '/api/calls/{call}',
      '/api/approvals',
      '/api/approvals/events',
      '/api/approvals/{approval}',
      '/api/approvals/{approval}/approve',
      '/api/approvals/{approval}/deny',
      '/api/config/check',
      '/api/reload',
      '/api/prune',
      '/api/diagnostics',
      '/api/config',
      '/api/config/schema',
      '/api/config/propose',
      '/api/tokens',
      '/api/tokens/{token}/revoke',
      '/api/operator-token/rotate',
      '/api/audit',
      '/api/audit/verify',
      '/api/audit/calls/{call}',
      '/api/stops',
      '/api/stops/lift',
      '/api/stops/refresh',
      '/api/console/session',
      '/api/console/links',
      '/api/events',
      '/api/matrix',
      '/api/costs',
      '/api/agents/{agent}/costs',
      '/api/runners',
      '/api/rates',
      '/mcp/{agent}',
      '/openapi.json',
      '/',
      '/console/{name}',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp/{agent}',
      '/.well-known/jwks.json',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
    ]);
    const operations = Object.values<Record<string, { readonly operationId: string }>>(body.paths)
      .flatMap((each) => Object.values(each))
      .map(({ operationId }) => operationId);
    expect(new Set(operations).size).toBe(operations.length);
    const call = body.paths['/api/agents/{agent}/calls'].post;
    expect(call.parameters).toEqual([
      { name: 'agent', in: 'path', required: true, schema: { type: 'string' } },
    ]);
    expect(call.requestBody.content['application/json'].schema.required).toEqual(['calls']);
    expect(body.paths['/health'].get.security).toEqual([]);
    const required = Object.values<{
      readonly get?: { readonly parameters: readonly Parameter[] };
    }>(body.paths).flatMap(({ get }) =>
      get?.parameters.filter((each) => each.in === 'query' && each.required),
    );
    expect(required.filter((each) => each !== undefined)).toEqual([]);
  });
});

interface Parameter {
  readonly in: string;
  readonly required: boolean;
}

describe('where a gateway may listen', () => {
  it.each(['0.0.0.0', '192.0.2.1', '::'])('is not %s without authentication', async (hostname) => {
    const start = startGateway(host, { token: 'x', hostname, mcpAuthentication: 'none' });
    await expect(start).rejects.toMatchObject({ code: 'not_loopback' });
  });

  it('is nowhere without a token', async () => {
    for (const options of [{}, { token: '' }, { token: 'short' }]) {
      const start = startGateway(host, options);
      await expect(start).rejects.toMatchObject({ code: 'token_file_unsafe' });
    }
  });
});
