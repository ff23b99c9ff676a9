import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { canonicalJson, type JsonValue } from '@mortise/contracts';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { createRemoteJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp, type Revision } from './connect-client.ts';

const AUDIENCE = 'https://reports.example.com';
const OPERATOR = 'operator-token-of-this-test-0123456789';

const SOURCE = `
export default function (api) {
  api.registerTool({
    name: 'report',
    description: 'Asks the service for a report.',
    parameters: { type: 'object' },
    capabilities: { network: { allowedHosts: ['*'] }, secrets: ['REPORTS_TOKEN'] },
    execute: async (id, args, ctx) => {
      const token = await ctx.secrets.get('REPORTS_TOKEN');
      const reply = await ctx.fetch('SERVICE', { headers: { authorization: 'Bearer ' + token } });
      return { content: [{ type: 'text', text: reply.status + ' ' + (await reply.text()) + token }] };
    },
  });
}`;

/** Tokens that the service was asked with. */
const seen: string[] = [];
let service: Server;
let host: Host;
let gateway: Gateway;
/** Another host, which takes the tokens of the first one's agents. */
let other: Host;
let otherGateway: Gateway;

beforeAll(async () => {
  service = createServer((request, response) => {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    seen.push(token);
    // A service that says the token back: it must not get any further.
    response.end(token);
  });
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const grants = {
    network: { allowedHosts: [origin], allowPrivate: ['127.0.0.1'] },
    secrets: [{ name: 'REPORTS_TOKEN', hosts: [origin] }],
  };
  const tools = { allow: ['report'] };
  const agents = { main: { tools }, reader: { tools } };
  host = await createHost({
    config: { agents },
    extensions: [{ id: 'reports', source: SOURCE.replace('SERVICE', `${origin}/`), grants }],
  });
  gateway = await startGateway(host, { token: OPERATOR });
  await host.reload({
    agents,
    identity: { issuer: gateway.url, signResults: true },
    secrets: { REPORTS_TOKEN: { identity: { audience: AUDIENCE, scope: 'mortise:call' } } },
  });
  const echo = { name: 'echo', description: 'Says it back.', schema: { type: 'object' } } as const;
  other = await createHost({
    config: {
      agents: { main: {}, reader: {} },
      oauth: { issuer: gateway.url, audience: AUDIENCE, agents: ['main'] },
    },
    tools: [{ ...echo, execute: async (_args, { userId }) => ({ ok: true, value: `${userId}` }) }],
  });
  otherGateway = await startGateway(other, { token: OPERATOR });
});
afterAll(async () => {
  for (const each of [gateway, otherGateway]) await each?.close({ drainMs: 0 });
  for (const each of [host, other]) await each?.close();
  service?.close();
});

async function report(agentId: string, userId?: string) {
  const session = host.agent(agentId).session('s', userId === undefined ? {} : { userId });
  const [result] = await session.execute([{ id: 'c', name: 'report', args: {} }]);
  return { text: result?.ok === true ? result.text : JSON.stringify(result), token: seen.at(-1) };
}

/** As a service checks a token that knows nothing but the address of who issued it. */
function verify(token: string | undefined, options = {}) {
  const keys = createRemoteJWKSet(new URL(`${gateway.url}/.well-known/jwks.json`));
  return jwtVerify(token ?? '', keys, { issuer: gateway.url, ...options });
}

describe('an agent towards other systems (T-1, S-6)', () => {
  it('has a key of its own, and signs for one audience, tool and user', async () => {
    const forAna = await report('main', 'ana');
    const alone = await report('reader');
    const { payload } = await verify(forAna.token, { audience: AUDIENCE, typ: 'at+jwt' });
    expect(payload).toMatchObject({
      ...{ sub: 'ana', act: { sub: 'agent:main' }, client_id: 'agent:main' },
      ...{ scope: 'mortise:call', tool: 'report', extension: 'reports' },
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    const { payload: own } = await verify(alone.token, { audience: AUDIENCE });
    expect(own).toMatchObject({ sub: 'agent:reader' });
    expect(own['act']).toBeUndefined();
    const keyOf = (token = '') => decodeProtectedHeader(token).kid;
    expect(keyOf(forAna.token)).not.toBe(keyOf(alone.token));
  });

  it('shows its token to no model, even if the service says it back', async () => {
    const { text, token = 'none' } = await report('main', 'ana');
    expect(text).toMatch(/^200 /);
    expect(text).not.toContain(token);
    expect(text).not.toContain(token.split('.')[2]);
  });

  it('is known to another host by its token: for its user, its agents and its scope alone', async () => {
    const { token } = await report('main', 'ana');
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${otherGateway.url}${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      });
    const body = JSON.stringify({ calls: [{ name: 'echo' }] });
    const called = await ask('/api/agents/main/calls', { method: 'POST', body });
    expect(await called.json()).toMatchObject({ results: [{ ok: true, text: 'ana' }] });
    expect((await ask('/api/agents/reader/calls', { method: 'POST', body })).status).toBe(403);
    expect((await ask('/api/agents')).status).toBe(403);
    expect((await ask('/api/tokens')).status).toBe(403);
  });
});

describe('a signed result (T-1)', () => {
  it.each<Revision>(['2025-11-25', '2026-07-28'])(
    'is the answer to this very request, by %s',
    async (revision) => {
      const { token, record } = await host.tokens.create({ agents: ['main'], userId: 'ana' });
      const mcpUrl = (agent: string) => gateway.mcpUrl(agent);
      const client = await connectHttp({ mcpUrl, token }, { revision });
      const call = async (nonce: string) => {
        const _meta = { 'dev.mortise/nonce': nonce };
        const result = await client.callTool({ name: 'report', arguments: {}, _meta });
        const signature = result._meta?.['dev.mortise/signature'];
        const { payload } = await verify(String(signature), { typ: 'mortise-result+jws' });
        return { result, payload };
      };
      const [one, two] = [await call('n-1'), await call('n-2')];
      await client.close();
      expect(one.payload).toMatchObject({
        ...{ sub: 'agent:main', aud: record.id, tool: 'report', nonce: 'n-1' },
        digest: digestOf(one.result),
      });
      expect(Math.abs(Date.now() / 1_000 - (one.payload.iat ?? 0))).toBeLessThan(60);
      // Neither a changed result nor one that was played again passes for it.
      const changed = { ...one.result, content: [{ type: 'text', text: 'another' }] };
      expect(digestOf(changed)).not.toBe(one.payload['digest']);
      expect(two.payload['nonce']).toBe('n-2');
      expect(new Set([idOf(one.payload), idOf(two.payload)]).size).toBe(2);
      expect(one.payload['request']).not.toBe(two.payload['request']);
    },
  );
});

const idOf = ({ jti }: JWTPayload) => jti;

/** As docs/identity.md says that a client does it. */
function digestOf({ content, structuredContent, isError }: Record<string, unknown>): string {
  const signed = JSON.parse(JSON.stringify({ content, structuredContent, isError })) as JsonValue;
  return `sha256-${createHash('sha256').update(canonicalJson(signed)).digest('base64url')}`;
}
