import {
  type ConfigFile,
  FILE_KEYS,
  MCP_SERVER_KEYS,
  type McpServerConfig,
} from '@mortise/contracts';
import { checkName, checkUniqueNames } from './check-name.ts';
import { joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import { pickSpelling } from './pick-spelling.ts';
import { readKeys } from './read-keys.ts';

type McpServer = NonNullable<ConfigFile['mcp_servers']>[string];

interface ServerPlace {
  readonly path: string;
  readonly reading: ConfigReading;
}

/** The MCP servers of a configuration; what cannot work together is reported with its place. */
export function normaliseMcpServers(
  config: ConfigFile,
  reading: ConfigReading,
): readonly McpServerConfig[] {
  const picked = pickSpelling(config, FILE_KEYS.mcpServers.spellings, { path: '', reading });
  if (picked === undefined) return [];
  const servers = Object.entries(picked.value).map(([name, server]) => {
    const path = joinKey(picked.path, name);
    checkName(name, path, reading);
    checkConnection(server, { path, reading });
    checkHeaders(server, { path, reading });
    checkTokens(server, { path, reading });
    checkNames(server, { path, reading });
    return { name, ...readKeys(MCP_SERVER_KEYS, server, { path, reading }), path };
  });
  checkUniqueNames(servers, reading);
  checkPrefixes(servers, reading);
  return servers;
}

/** What only a program has, and what only an address has. */
const OF_PROGRAMS = ['args', 'env', 'cwd', 'sandbox'] as const;
const OF_ADDRESSES = ['headers', 'oauth'] as const;

function checkConnection(server: McpServer, { path, reading }: ServerPlace): void {
  const { command, url } = server;
  if (command === undefined && url === undefined) {
    const message = 'a server needs `command` or `url`.';
    reading.findings.report({ code: 'config_invalid', path, message });
    return;
  }
  const foreign = url === undefined ? OF_ADDRESSES : (['command', ...OF_PROGRAMS] as const);
  for (const key of foreign.filter((each) => server[each] !== undefined)) {
    const message =
      url === undefined
        ? `\`${key}\` is for a server with a \`url\`.`
        : `a server has a \`command\` (with \`args\`, \`env\` and \`cwd\`) or a \`url\`; \`${key}\` does not go with \`url\`.`;
    const place = key === 'command' ? path : joinKey(path, key);
    reading.findings.report({ code: 'config_conflict', path: place, message });
  }
  if (url !== undefined) checkAddress(url, { path: joinKey(path, 'url'), reading });
}

function checkAddress(url: string, { path, reading }: ServerPlace): void {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') {
    const message = 'expected an address that starts with http:// or https://.';
    reading.findings.report({ code: 'config_invalid', path, message });
  } else if (parsed.username !== '' || parsed.password !== '') {
    const message = 'an address has no user and no password; use `headers` with a `$secret`.';
    reading.findings.report({ code: 'config_invalid', path, message });
  }
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~A-Za-z0-9-]+$/;
/** What the transport says itself. */
const OF_TRANSPORT: ReadonlySet<string> = new Set([
  ...['accept', 'connection', 'content-length', 'content-type', 'host', 'last-event-id'],
  ...['mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id', 'transfer-encoding'],
]);

function checkHeaders({ headers = {}, oauth }: McpServer, { path, reading }: ServerPlace): void {
  const place = joinKey(path, 'headers');
  for (const name of Object.keys(headers)) {
    const folded = name.toLowerCase();
    const message = !HEADER_NAME.test(name)
      ? 'this is no name of a header.'
      : OF_TRANSPORT.has(folded)
        ? 'this header is set by the protocol.'
        : folded === 'authorization' && oauth !== undefined
          ? '`oauth` sets this header.'
          : undefined;
    if (message === undefined) continue;
    reading.findings.report({ code: 'config_invalid', path: joinKey(place, name), message });
  }
}

function checkTokens({ oauth }: McpServer, { path, reading }: ServerPlace): void {
  if (oauth === undefined) return;
  const place = joinKey(path, 'oauth');
  const { issuer, token_url: tokenUrl } = oauth;
  if ((issuer === undefined) === (tokenUrl === undefined)) {
    const message = 'say `issuer` or `token_url`.';
    reading.findings.report({ code: 'config_invalid', path: place, message });
  }
  for (const [key, url] of Object.entries({ issuer, token_url: tokenUrl })) {
    if (url === undefined || isSafe(url)) continue;
    const message = 'a secret is sent there: expected https://, or an address of this machine.';
    reading.findings.report({ code: 'config_invalid', path: joinKey(place, key), message });
  }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function isSafe(url: string): boolean {
  const { protocol = '', hostname = '' } = URL.parse(url) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Two tools of a server cannot be called the same. */
function checkNames({ rename = {} }: McpServer, { path, reading }: ServerPlace): void {
  const place = joinKey(path, 'rename');
  const renamed = Object.entries(rename).map(([from, name]) => ({
    name,
    path: joinKey(place, from),
  }));
  checkUniqueNames(renamed, reading);
}

function checkPrefixes(servers: readonly McpServerConfig[], reading: ConfigReading): void {
  if (servers.every(({ prefix }) => prefix === undefined)) return;
  const named = servers.map(({ name, prefix, path }) => ({
    name: prefix ?? name,
    path: prefix === undefined ? path : joinKey(path, 'prefix'),
  }));
  // Names come first: a prefix cannot take that of a server that has none of its own.
  const isName = (each: { readonly path: string }): boolean =>
    servers.some(({ path }) => path === each.path);
  checkUniqueNames([...named.filter(isName), ...named.filter((each) => !isName(each))], reading);
}
