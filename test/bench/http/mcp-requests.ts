import { ECHO_TEXT } from '../call/echo-tool.ts';
import type { HttpLane } from './http-lane.ts';
import { KeptConnection } from './kept-connection.ts';

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type BenchRevision = (typeof REVISIONS)[number];

/** Makes the next `tools/call` of a client, as bytes; every one has an id of its own. */
export type NextCall = () => Buffer;

/** What an answer to a call has in it, whichever frame is around. */
export const ECHOED: Buffer = Buffer.from(JSON.stringify(ECHO_TEXT));

export async function openClient(lane: HttpLane, revision: BenchRevision): Promise<NextCall> {
  return revision === '2026-07-28' ? callsOf(lane, MODERN) : callsOf(lane, await initialize(lane));
}

interface CallForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly meta?: object;
}

const MODERN: CallForm = {
  headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'echo' },
  meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};

/** All ids have as many digits, so that all requests are of one length. */
const FIRST_ID = 1_000_000;

function callsOf(lane: HttpLane, { headers, meta }: CallForm): NextCall {
  const _meta = meta === undefined ? {} : { _meta: meta };
  const params = { name: 'echo', arguments: { text: ECHO_TEXT }, ..._meta };
  const message = { jsonrpc: '2.0', id: FIRST_ID, method: 'tools/call', params };
  const template = post(lane, headers, message);
  const at = template.indexOf(String(FIRST_ID), template.indexOf('\r\n\r\n'));
  let id = FIRST_ID;
  return () => {
    id += 1;
    const request = Buffer.from(template);
    request.write(String(id), at);
    return request;
  };
}

async function initialize(lane: HttpLane): Promise<CallForm> {
  using connection = await KeptConnection.open(lane.url);
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  };
  const opening = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
  const answer = (await connection.ask(post(lane, {}, opening))).toString();
  const session = /\r\nmcp-session-id: (\S+)/i.exec(answer)?.[1];
  if (session === undefined) throw new Error(`no session: ${answer.slice(0, 500)}`);
  const headers = { 'Mcp-Session-Id': session, 'MCP-Protocol-Version': '2025-11-25' };
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
  await connection.ask(post(lane, headers, initialized));
  return { headers };
}

function post(
  { url, headers: own }: HttpLane,
  headers: Readonly<Record<string, string>>,
  message: object,
): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const fields = {
    Host: url.host,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'User-Agent': 'bench',
    ...own,
    ...headers,
    'Content-Length': String(body.length),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const head = [`POST ${url.pathname} HTTP/1.1`, ...lines].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);
}
