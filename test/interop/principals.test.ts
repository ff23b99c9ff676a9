import { createHmac } from 'node:crypto';
import type { Role } from '@mortise/contracts';
import { API_ROUTES, FIXED_ROUTES, type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Issuer, openIssuer } from './issuer-fixture.ts';

/** What each principal may, in the test's own words. */
interface Holder {
  readonly who: string;
  readonly token: () => string | undefined;
  readonly roles: readonly Role[];
  readonly agents: readonly ('a' | 'b')[];
}

const OPERATOR_TOKEN = 'operator-token-of-this-test-0123456789';
const ALL_ROLES = ['call', 'view', 'approve', 'operate'] as const;
const BOTH = ['a', 'b'] as const;

let host: Host;
let gateway: Gateway;
let issuer: Issuer;
let clock = Date.now();
const made = new Map<string, string>();

beforeAll(async () => {
  issuer = await openIssuer();
  const config = {
    agents: { a: {}, b: {} },
    oauth: { issuer: issuer.url, agents: 'all' as const },
  };
  host = await createHost({ config, now: () => clock });
  gateway = await startGateway(host, { token: OPERATOR_TOKEN, now: () => clock });
  const make = async (name: string, roles: readonly Role[], agents: 'all' | readonly string[]) => {
    const { token, record } = await host.tokens.create({ roles, agents });
    made.set(name, token);
    return record.id;
  };
  await make('client of a', ['call'], ['a']);
  await make('client of b', ['call'], ['b']);
  await make('viewer', ['view'], 'all');
  await make('viewer of a', ['view'], ['a']);
  await make('approver of a', ['approve'], ['a']);
  await make('approver', ['approve'], 'all');
  await make('second operator', ['operate'], 'all');
  await host.tokens.revoke(await make('revoked', ALL_ROLES, 'all'));
  const short = { roles: ALL_ROLES, agents: 'all', lifetimeMs: 1_000 } as const;
  made.set('expired', (await host.tokens.create(short)).token);
  clock += 2_000;
  await signTokens();
});

async function signTokens(): Promise<void> {
  const scope = 'mortise:call mortise:view mortise:approve mortise:operate';
  const hour = Math.floor(Date.now() / 1_000) - 3_600;
  const aud = gateway.url;
  made.set('other audience', await issuer.sign({ scope, aud: 'https://other.example' }));
  made.set('other issuer', await issuer.sign({ scope, aud, iss: 'https://other.example' }));
  made.set('forged by another key', await issuer.sign({ scope, aud }, { isForged: true }));
  made.set('issued and expired', await issuer.sign({ scope, aud, exp: hour }));
  made.set('issued for later', await issuer.sign({ scope, aud, nbf: hour + 7_200 }));
  made.set('issued without scope', await issuer.sign({ aud }));
  made.set('issued as ID token', await issuer.sign({ scope, aud, nonce: 'n' }));
  made.set('issued of another type', await issuer.sign({ scope, aud }, { typ: 'secevent+jwt' }));
  made.set('issued for a', await issuer.sign({ scope: 'mortise:call', aud: `${aud}/mcp/a` }));
  made.set('issued for all', await issuer.sign({ scope, aud }));
  const [head = '', body = ''] = (made.get('issued for all') ?? '').split('.');
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  made.set('unsigned', `${none}.${body}.`);
  made.set('cut', `${head}.${body}.AAAA`);
  // What everyone can read of the issuer's key, taken for a secret that both sides share.
  const shared = Buffer.from('{"alg":"HS256","typ":"at+jwt","kid":"one"}').toString('base64url');
  const mac = createHmac('sha256', JSON.stringify(issuer.publicKey)).update(`${shared}.${body}`);
  made.set('signed with the public key', `${shared}.${body}.${mac.digest('base64url')}`);
}

afterAll(async () => {
  await gateway?.close({ drainMs: 0 });
  await host?.close();
  await issuer?.[Symbol.asyncDispose]();
});

const held = (who: string, roles: readonly Role[] = [], agents: Holder['agents'] = []): Holder => ({
  ...{ who, roles, agents },
  token: () => made.get(who),
});

const HOLDERS: readonly Holder[] = [
  held('client of a', ['call'], ['a']),
  held('client of b', ['call'], ['b']),
  held('viewer', ['view'], BOTH),
  held('viewer of a', ['view'], ['a']),
  held('approver of a', ['approve'], ['a']),
  held('approver', ['approve'], BOTH),
  held('second operator', ALL_ROLES, BOTH),
  { ...held('operator', ALL_ROLES, BOTH), token: () => OPERATOR_TOKEN },
  held('issued for a', ['call'], ['a']),
  held('issued for all', ALL_ROLES, BOTH),
  held('issued without scope', [], BOTH),
];

/** Those that no door knows. */
const STRANGERS: readonly Holder[] = [
  { ...held('nobody'), token: () => undefined },
  { ...held('forged'), token: () => `${made.get('client of a')?.slice(0, -2)}zz` },
  { ...held('malformed'), token: () => 'mortise_x_y' },
  { ...held('guessed'), token: () => `mortise_000000000000_${'A'.repeat(43)}` },
  ...['revoked', 'expired', 'other audience', 'other issuer', 'forged by another key'].map((who) =>
    held(who),
  ),
  ...['issued and expired', 'issued for later', 'issued as ID token', 'unsigned', 'cut'].map(
    (who) => held(who),
  ),
  ...[held('issued of another type'), held('signed with the public key')],
];

/** Roles of doors, pinned here: every door there is has its row, and the gateway must agree. */
const PINNED: { readonly [door: string]: Role | 'public' } = {
  ...{ getHealth: 'public', getReadiness: 'public', getMetrics: 'view', getHost: 'view' },
  ...{ listMcpServers: 'view', getMcpServer: 'view', askMcpServer: 'operate' },
  ...{ approveMcpServer: 'operate', forgetMcpServer: 'operate', reconnectMcpServer: 'operate' },
  ...{ listAgents: 'view' },
  ...{ getAgent: 'view', listAgentTools: 'view', explainTool: 'view', diffAgents: 'view' },
  ...{ simulateRule: 'view', listRules: 'view', listTools: 'view', listExtensions: 'view' },
  ...{ getExtension: 'view', loadExtension: 'operate', reloadExtension: 'operate' },
  ...{ disableExtension: 'operate', enableExtension: 'operate', unloadExtension: 'operate' },
  ...{ getSession: 'view', listSessions: 'view', executeCalls: 'call', listRecentCalls: 'view' },
  ...{ checkConfig: 'operate', reloadConfig: 'operate', pruneState: 'operate' },
  ...{ listDiagnostics: 'view', listTokens: 'operate', createToken: 'operate' },
  ...{ revokeToken: 'operate', rotateOperatorToken: 'operate', searchAudit: 'view' },
  ...{ verifyAudit: 'view', explainCall: 'view', listStops: 'view', stop: 'operate' },
  ...{ resume: 'operate', refreshStops: 'operate', listApprovals: 'approve' },
  ...{ followApprovals: 'approve', getApproval: 'approve', approveCall: 'approve' },
  ...{ denyCall: 'approve', listRates: 'view' },
  ...{ getTool: 'view', listRunningCalls: 'view', getCall: 'view', streamEvents: 'view' },
  ...{ getConsoleSession: 'public', signIn: 'public', signOut: 'public' },
  ...{ makeSignInLink: 'operate', readConfig: 'operate', getConfigSchema: 'view' },
  ...{ proposeConfig: 'operate', saveConfig: 'operate', getWaitingUpdate: 'view' },
  ...{ approveUpdate: 'operate', listGrants: 'view', changeGrant: 'operate' },
  ...{ proposeExtension: 'operate', installExtension: 'operate' },
  ...{ getMatrix: 'view', listCosts: 'view', getAgentCosts: 'view', listRunners: 'view' },
  ...{ MCP: 'call', openapi: 'view', console: 'public', 'console files': 'public' },
  '/.well-known/oauth-protected-resource': 'public',
  '/.well-known/oauth-protected-resource/mcp/{agent}': 'public',
  '/.well-known/jwks.json': 'public',
  '/.well-known/oauth-authorization-server': 'public',
  '/.well-known/openid-configuration': 'public',
};

interface Door {
  readonly door: string;
  readonly method: string;
  readonly path: string;
  readonly role: Role | 'public';
  /** The agents that its path names. */
  readonly names: readonly ('a' | 'b')[];
  /** It can be passed by one who speaks for some agents only, though its path names none. */
  readonly isPerAgent: boolean;
}

/** Every door of the gateway, those of an agent once for each. */
const ALL_DOORS = [
  ...API_ROUTES.map(({ operationId, ...route }) => ({ ...route, door: operationId })),
  ...FIXED_ROUTES.map(({ name, ...route }) => ({ ...route, door: name })),
];

function doorsOf(): readonly Door[] {
  return ALL_DOORS.flatMap(({ door, method, path, isPerAgent = false }) => {
    const variants = path.includes('{agent}') ? BOTH : ([undefined] as const);
    return variants.map((agent) => ({
      door: `${door}${agent === undefined ? '' : ` of ${agent}`}`,
      method: method === 'all' ? 'POST' : method.toUpperCase(),
      path: path
        .replace('{agent}', agent ?? '')
        .replace('{other}', agent ?? '')
        .replaceAll(/\{\w+\}/g, 'none'),
      // A door without a row is passed by no one here, and so fails.
      role: PINNED[door] ?? ('no role' as Role),
      names: agent === undefined ? [] : [agent],
      isPerAgent,
    }));
  });
}

/** 401: not known; 403: known, and not for this; 200: whatever the door itself says then. */
function expectedAt(door: Door, holder: Holder, isKnown: boolean): 200 | 401 | 403 {
  if (door.role === 'public') return 200;
  if (!isKnown) return 401;
  if (!holder.roles.includes(door.role)) return 403;
  if (!door.names.every((agent) => holder.agents.includes(agent))) return 403;
  const isLimited = holder.agents.length < BOTH.length;
  return isLimited && door.names.length === 0 && !door.isPerAgent ? 403 : 200;
}

async function knock(door: Door, token: string | undefined) {
  const isMcp = door.path.startsWith('/mcp/');
  const body = isMcp ? INITIALIZE : {};
  const response = await fetch(`${gateway.url}${door.path}`, {
    method: door.method,
    headers: {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(door.method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  const { status } = response;
  // A stream that is open has no end to wait for.
  const type = response.headers.get('content-type') ?? '';
  const isStream = status === 200 && type.startsWith('text/event-stream') && !isMcp;
  const text = isStream ? '' : await response.text();
  if (isStream) await response.body?.cancel();
  return { status: status === 401 || status === 403 ? status : 200, text, response };
}

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'table', version: '1' },
  },
};

describe('principals × doors (T-1, T-2)', () => {
  it('has a row for every door that there is, with its role', () => {
    expect(Object.fromEntries(ALL_DOORS.map(({ door, role }) => [door, role]))).toEqual(PINNED);
  });

  it.each([...HOLDERS.map((each) => [each.who, each, true] as const)])(
    '%s passes exactly the doors of its roles and agents',
    async (_who, holder) => {
      const found: string[] = [];
      const expected: string[] = [];
      for (const door of doorsOf()) {
        const { status } = await knock(door, holder.token());
        found.push(`${door.door}: ${status}`);
        expected.push(`${door.door}: ${expectedAt(door, holder, true)}`);
      }
      expect(found).toEqual(expected);
    },
  );

  it.each(STRANGERS.map((each) => [each.who, each] as const))(
    '%s passes public doors only, and every other says the same to all',
    async (_who, holder) => {
      for (const door of doorsOf()) {
        const { status, text, response } = await knock(door, holder.token());
        expect([door.door, status]).toEqual([door.door, expectedAt(door, holder, false)]);
        if (status !== 401) continue;
        expect(JSON.parse(text)).toMatchObject({ code: 'unauthorized' });
        expect(text).toBe((await knock(door, undefined)).text);
        expect(response.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="/);
      }
    },
  );

  it('says to one that lacks a scope which it needs', async () => {
    const token = made.get('issued without scope');
    const door = doorsOf().find((each) => each.door === 'MCP of a') as Door;
    const { response } = await knock(door, token);
    const facts = `error="insufficient_scope", scope="mortise:call", resource_metadata="${gateway.url}/.well-known/oauth-protected-resource/mcp/a"`;
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer ${facts}, DPoP ${facts}, algs="ES256 ES384 ES512 EdDSA Ed25519 RS256 PS256"`,
    );
  });

  it('asks the issuer for its keys once, whatever tokens come', () => {
    expect(issuer.keysAsked()).toBe(1);
  });
});
