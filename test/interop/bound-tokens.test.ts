import { createHash, randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Issuer, openIssuer } from './issuer-fixture.ts';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
type Fetch = typeof fetch;

let issuer: Issuer;
let host: Host;
let gateway: Gateway;
let own: Keys;
let stolen: Keys;
/** Tokens that are bound to `own`: one of the host, one of the issuer; and one that is bound to nothing. */
const tokens = new Map<string, string>();

beforeAll(async () => {
  issuer = await openIssuer();
  own = await generateKeyPair('ES256', { extractable: true });
  stolen = await generateKeyPair('ES256', { extractable: true });
  const echo = { name: 'echo', description: 'Says it back.', schema: { type: 'object' } } as const;
  const oauth = { issuer: issuer.url, agents: 'all', dpop: 'required' } as const;
  host = await createHost({
    config: { agents: { main: {} }, oauth },
    tools: [{ ...echo, execute: async () => ({ ok: true, value: 'ran' }) }],
  });
  gateway = await startGateway(host, { token: 'operator-token-of-this-test-0123456789' });
  const jkt = await calculateJwkThumbprint(await exportJWK(own.publicKey));
  const made = await host.tokens.create({ agents: ['main'], boundTo: jkt });
  tokens.set('of the host', made.token);
  const claims = { aud: gateway.url, scope: 'mortise:call' };
  tokens.set('of the issuer', await issuer.sign({ ...claims, cnf: { jkt } }));
  tokens.set('unbound', await issuer.sign(claims));
});
afterAll(async () => {
  await gateway?.close({ drainMs: 0 });
  await host?.close();
  await issuer?.[Symbol.asyncDispose]();
});

/** A request with a proof of a key, as a client that has it sends it. */
async function prove(request: Request, keys: Keys, token: string): Promise<Request> {
  const { origin, pathname } = new URL(request.url);
  const proof = await new SignJWT({
    ...{ jti: randomUUID(), htm: request.method, htu: `${origin}${pathname}` },
    ath: createHash('sha256').update(token).digest('base64url'),
  })
    .setIssuedAt()
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(keys.publicKey) })
    .sign(keys.privateKey);
  request.headers.set('Authorization', `DPoP ${token}`);
  request.headers.set('DPoP', proof);
  return request;
}

const provenBy =
  (keys: Keys, token: string): Fetch =>
  async (input, init) =>
    fetch(await prove(new Request(input, init), keys, token));

const bearer =
  (token: string): Fetch =>
  (input, init) => {
    const request = new Request(input, init);
    request.headers.set('Authorization', `Bearer ${token}`);
    return fetch(request);
  };

async function call(send: Fetch): Promise<unknown> {
  const client = new Client({ name: 'bound', version: '1.0.0' });
  const url = new URL(gateway.mcpUrl('main'));
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: send }));
  try {
    return (await client.callTool({ name: 'echo', arguments: {} })).content;
  } finally {
    await client.close();
  }
}

const callRoute = () =>
  new Request(`${gateway.url}/api/agents/main/calls`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ calls: [{ name: 'echo' }] }),
  });

const WHOSE = ['of the host', 'of the issuer'];

describe.each(WHOSE)('a token %s that is bound to a key (T-1, T-2)', (whose) => {
  const token = () => tokens.get(whose) ?? '';

  it('opens MCP and the call route to a client that has the key', async () => {
    expect(await call(provenBy(own, token()))).toEqual([{ type: 'text', text: 'ran' }]);
    expect((await provenBy(own, token())(callRoute())).status).toBe(200);
  });

  it('opens nothing to who only has seen it', async () => {
    for (const send of [bearer(token()), provenBy(stolen, token())]) {
      await expect(call(send)).rejects.toThrow();
      expect((await send(callRoute())).status).toBe(401);
    }
  });

  it('opens nothing with a proof that was seen on the way', async () => {
    const request = await prove(callRoute(), own, token());
    const seen = request.clone();
    expect((await fetch(request)).status).toBe(200);
    expect((await fetch(seen)).status).toBe(401);
  });
});

describe('a host whose issuer must bind its tokens (T-2)', () => {
  it('takes none that is bound to nothing, and says so to clients', async () => {
    await expect(call(bearer(tokens.get('unbound') ?? ''))).rejects.toThrow();
    const metadata = await fetch(`${gateway.url}/.well-known/oauth-protected-resource/mcp/main`);
    expect(await metadata.json()).toMatchObject({ dpop_bound_access_tokens_required: true });
  });

  it('asks for a proof and no bearer, and says by which algorithms', async () => {
    const metadata = `${gateway.url}/.well-known/oauth-protected-resource/mcp/main`;
    for (const send of [fetch, bearer(tokens.get('unbound') ?? '')]) {
      const { status, headers } = await send(gateway.mcpUrl('main'), { method: 'POST' });
      expect([status, headers.get('www-authenticate')]).toEqual([
        401,
        `DPoP resource_metadata="${metadata}", scope="mortise:call", algs="ES256 ES384 ES512 EdDSA Ed25519 RS256 PS256"`,
      ]);
    }
  });
});
