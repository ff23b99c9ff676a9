import { createHash } from 'node:crypto';
import { shellWord } from '@mortise/contracts';

/** What a client must be told to reach an agent. */
export interface Connection {
  readonly agent: string;
  readonly url: string;
  readonly token: string;
  /** The conversation that all requests go on with. */
  readonly session: string;
}

/** How one client is told. */
export interface ClientSnippet {
  readonly title: string;
  /** What to do with the text. */
  readonly where: string;
  readonly text: (connection: Connection) => string;
}

/** The clients that can be connected by name. */
export const CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    where: 'type in a terminal',
    text: ({ agent, url, ...rest }) =>
      [
        `claude mcp add --transport http ${nameOf(agent)} ${shellWord(url)}`,
        ...headersOf(rest).map(([name, value]) => `--header ${shellWord(`${name}: ${value}`)}`),
      ].join(' '),
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    where: 'put into claude_desktop_config.json (Settings → Developer), then restart it',
    // Blanks in arguments do not survive on every system: what has one goes through the environment.
    text: ({ agent, url, token, session }) =>
      json({
        mcpServers: {
          [nameOf(agent)]: {
            command: 'npx',
            args: [
              ...['-y', 'mcp-remote', url, '--header', `Authorization:\${MORTISE_AUTHORIZATION}`],
              ...['--header', `Mortise-Session:${session}`],
              ...(url.startsWith('http:') ? ['--allow-http'] : []),
            ],
            env: { MORTISE_AUTHORIZATION: `Bearer ${token}` },
          },
        },
      }),
  },
  cursor: {
    title: 'Cursor',
    where: 'put into ~/.cursor/mcp.json, or .cursor/mcp.json of a project',
    text: ({ agent, url, ...rest }) =>
      json({
        mcpServers: { [nameOf(agent)]: { url, headers: Object.fromEntries(headersOf(rest)) } },
      }),
  },
  vscode: {
    title: 'VS Code',
    where: 'put into .vscode/mcp.json, or the file of `MCP: Open User Configuration`',
    text: ({ agent, url, ...rest }) =>
      json({
        servers: {
          [nameOf(agent)]: { type: 'http', url, headers: Object.fromEntries(headersOf(rest)) },
        },
      }),
  },
  codex: {
    title: 'Codex',
    where: 'set the variable where Codex starts, and put the rest into ~/.codex/config.toml',
    text: ({ agent, url, token, session }) =>
      [
        `export ${variableOf(agent)}=${shellWord(token)}`,
        '',
        `[mcp_servers.${nameOf(agent)}]`,
        `url = ${JSON.stringify(url)}`,
        `bearer_token_env_var = "${variableOf(agent)}"`,
        `http_headers = { "Mortise-Session" = ${JSON.stringify(session)} }`,
      ].join('\n'),
  },
  inspector: {
    title: 'MCP Inspector',
    where: 'type in a terminal',
    text: ({ url, ...rest }) =>
      [
        `npx @modelcontextprotocol/inspector --cli ${shellWord(url)} --transport http --method tools/list`,
        ...headersOf(rest).map(([name, value]) => `--header ${shellWord(`${name}: ${value}`)}`),
      ].join(' '),
  },
} as const satisfies { readonly [name: string]: ClientSnippet };

export type ClientName = keyof typeof CLIENTS;

type Header = readonly [name: string, value: string];

function headersOf({ token, session }: Pick<Connection, 'token' | 'session'>): readonly Header[] {
  return [
    ['Authorization', `Bearer ${token}`],
    ['Mortise-Session', session],
  ];
}

/** Clients take letters, digits, `-` and `_` in the name of a server; two agents never have one name there. */
function nameOf(agent: string): string {
  const name = agent.replaceAll(/[^\w-]/g, '-');
  return name === agent ? `mortise-${agent}` : `mortise-${name}-${markOf(agent)}`;
}

function variableOf(agent: string): string {
  const name = agent.replaceAll(/\W/g, '_').toUpperCase();
  const isPlain = /^[a-z0-9_]+$/.test(agent);
  return `MORTISE_TOKEN_${isPlain ? name : `${name}_${markOf(agent).toUpperCase()}`}`;
}

/** Tells names apart that are written alike. */
function markOf(agent: string): string {
  return createHash('sha256').update(agent).digest('hex').slice(0, 6);
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
