import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { CallReport } from '@mortise/contracts';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CALLBACK = 'http://127.0.0.1:1/callback';

let authorization: Server;
let issuer: string;
let host: Host;
let gateway: Gateway;
const reports: CallReport[] = [];

/** What the user has yet to agree to. */
interface MissingScopes {
  readonly missingOIDCScope?: readonly string[];
  readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>;
}

/** A real authorization server on loopback: signing in takes no page, everything else is as usual. */
async function openAuthorizationServer(): Promise<void> {
  authorization = createServer();
  await new Promise<void>((resolve) => {
    authorization.listen(0, '127.0.0.1', resolve);
  });
  issuer = `http://127.0.0.1:${(authorization.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'sdk',
        token_endpoint_auth_method: 'none',
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code'],
        application_type: 'native',
      },
    ],
    cookies: { keys: ['a key of this test'] },
    scopes: ['openid', 'mortise:call', 'mortise:view'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: 'mortise:call mortise:view',
          audience: resource,
          accessTokenTTL: 600,
          accessTokenFormat: 'jwt',
        }),
      },
    },
    interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
  const answer = provider.callback();
  authorization.on('request', async (request, response) => {
    if (request.url?.startsWith('/sign-in/') !== true) return answer(request, response);
    const { params, session, prompt } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: 'ana' } });
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? '',
      clientId: String(params['client_id']),
    });
    const { missingOIDCScope, missingResourceScopes } = prompt.details as MissingScopes;
    if (missingOIDCScope !== undefined) grant.addOIDCScope(missingOIDCScope.join(' '));
    for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {})) {
      grant.addResourceScope(resource, scopes.join(' '));
    }
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(request, response, { consent });
  });
}

beforeAll(async () => {
  await openAuthorizationServer();
  host = await createHost({
    config: { agents: { main: {}, other: {} }, oauth: { issuer, agents: 'all' } },
    tools: [
      {
        name: 'echo',
        description: 'Says it again.',
        schema: { type: 'object', properties: { text: { type: 'string' } } },
        execute: (args) => ({ ok: true, value: String((args as { text?: string }).text) }),
      },
    ],
  });
  host.on('callFinished', (report) => void reports.push(report));
  gateway = await startGateway(host, { token: 'operator-token-of-this-test-0123456789' });
});
afterAll(async () => {
  await gateway?.close({ drainMs: 0 });
  await host?.close();
  authorization?.close();
  authorization?.closeAllConnections();
});

/** What a person's browser does: follows where it is sent, with its cookies, up to the callback. */
async function browse(start: URL): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let next = start;
  for (let hop = 0; hop < 12; hop += 1) {
    if (next.href.startsWith(CALLBACK)) return next.searchParams;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      cookies.set(name, value.join('='));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${next.href}: ${await response.text()}`);
    next = new URL(location, next);
  }
  throw new Error('too many hops');
}

interface Kept {
  verifier?: string;
  sentTo?: URL;
  tokens?: { access_token: string };
  discovery?: OAuthDiscoveryState;
}

/** Keeps in memory what a client keeps; remembers where it would have sent its user. */
function createClientProvider() {
  const kept: Kept = {};
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    saveDiscoveryState: (state) => {
      kept.discovery = state;
    },
    discoveryState: () => kept.discovery,
    clientMetadata: { redirect_uris: [CALLBACK], client_name: 'sdk' },
    clientInformation: () => ({ client_id: 'sdk' }),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.sentTo = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
  };
  return { provider, kept };
}

describe('a client of the SDK and a real authorization server (T-2)', () => {
  it('finds the issuer, signs in with PKCE for this resource, and calls as its user', async () => {
    const { provider, kept } = createClientProvider();
    const url = new URL(gateway.mcpUrl('main'));
    const open = () => new StreamableHTTPClientTransport(url, { authProvider: provider });
    const first = open();
    const refused = new Client({ name: 'flow', version: '1' }).connect(first);
    await expect(refused).rejects.toBeInstanceOf(UnauthorizedError);
    const sentTo = kept.sentTo as URL;
    expect(sentTo.origin).toBe(issuer);
    expect(sentTo.searchParams.get('code_challenge_method')).toBe('S256');
    expect(sentTo.searchParams.get('resource')).toBe(url.href);
    await first.finishAuth(await browse(sentTo));

    const client = new Client({ name: 'flow', version: '1' });
    await client.connect(open());
    const { content } = await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
    expect(content).toEqual([{ type: 'text', text: 'hello' }]);
    expect(reports.at(-1)).toMatchObject({ userId: 'ana', principalId: 'oauth:ana' });
    await client.close();

    // The token is for the address of one agent: no other door knows more of it.
    const statusAt = async (path: string) => {
      const headers = { Authorization: `Bearer ${kept.tokens?.access_token}` };
      return (await fetch(`${gateway.url}${path}`, { headers })).status;
    };
    expect(await statusAt('/mcp/other')).toBe(403);
    expect(await statusAt('/api/tokens')).toBe(403);
    expect(await statusAt('/api/agents/other')).toBe(403);
  });

  it('tells where to sign in, at the address of the server and of each agent', async () => {
    const read = async (path: string) => (await fetch(`${gateway.url}${path}`)).json();
    const place = '/.well-known/oauth-protected-resource';
    expect(await read(place)).toMatchObject({
      resource: gateway.url,
      authorization_servers: [issuer],
    });
    expect(await read(`${place}/mcp/main`)).toMatchObject({ resource: gateway.mcpUrl('main') });
  });
});
