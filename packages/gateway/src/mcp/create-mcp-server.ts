import { type Implementation, type RequestId, Server } from '@modelcontextprotocol/server';
import { callTool } from './call-tool.ts';
import type { Conversation } from './conversation.ts';
import type { ToolPages } from './tool-pages.ts';

export interface McpServerParts {
  readonly info: Implementation;
  readonly pages: ToolPages;
  readonly newId: () => string;
  /** Those of the older kind if absent. */
  readonly revisions?: readonly string[];
  /** What its client calls a request; the transport may have given it another id. */
  readonly clientIdOf?: (id: RequestId) => RequestId;
}

/** How long an older client may take to ask its user; the hold expires before, as configured. */
const USER_ROUND_MS = 24 * 3_600_000;

/** What is logged has the level `info`: with these it is to be sent. */
const LOGGED_LEVELS: ReadonlySet<string> = new Set(['debug', 'info']);

/** One MCP server for one conversation; both protocol revisions are served by what this makes. */
export function createMcpServer(conversation: Conversation, parts: McpServerParts): Server {
  const { info, newId, revisions, clientIdOf = (id) => id } = parts;
  const server = new Server(info, {
    ...(revisions === undefined ? {} : { supportedProtocolVersions: [...revisions] }),
    capabilities: { tools: { listChanged: true }, logging: {} },
    // A person answers; how long a call waits is the host's to say.
    inputRequired: { maxRounds: 4, roundTimeoutMs: USER_ROUND_MS },
    debouncedNotificationMethods: ['notifications/tools/list_changed'],
  });
  server.setRequestHandler('tools/list', async ({ params }) =>
    parts.pages.page(await conversation.list(), params?.cursor),
  );
  let isLogWanted = false;
  server.setRequestHandler('logging/setLevel', async ({ params }) => {
    isLogWanted = LOGGED_LEVELS.has(params.level);
    return {};
  });
  server.setRequestHandler('tools/call', (request, context) =>
    callTool(request, context, { conversation, server, newId, clientIdOf, isLogWanted }),
  );
  return server;
}

/** Lets a server that lives as long as its connection tell its client about changes itself. */
export function announceListChanges(server: Server, conversation: Conversation): void {
  const stop = conversation.onListChanged(() => {
    server.sendToolListChanged().catch(() => undefined);
  });
  const previous = server.onclose;
  server.onclose = () => {
    stop();
    previous?.();
  };
}
