import {
  type Implementation,
  type RequestId,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type CallToolParts, callTool } from './call-tool.ts';
import type { Conversation } from './conversation.ts';
import type { HttpExchange } from './http-exchange.ts';
import { placeOf } from './request-place.ts';
import type { ToolPages } from './tool-pages.ts';

export interface McpServerParts {
  readonly info: Implementation;
  readonly pages: ToolPages;
  readonly newId: () => string;
  /** Those of the older kind if absent. */
  readonly revisions?: readonly string[];
  /** What its transport knows of a request by the id that the server knows. */
  readonly servedBy?: (id: RequestId) => ServedRequest | undefined;
}

/** A request that is answered on an exchange of Node's server. */
export interface ServedRequest {
  /** The transport may have given it another id. */
  readonly clientId: RequestId;
  readonly exchange: HttpExchange;
}

/** How long an older client may take to ask its user; the hold expires before, as configured. */
const USER_ROUND_MS = 24 * 3_600_000;

/** What is logged has the level `info`: with these it is to be sent. */
const LOGGED_LEVELS: ReadonlySet<string> = new Set(['debug', 'info']);

/** One MCP server for one conversation; both protocol revisions are served by what this makes. */
export function createMcpServer(conversation: Conversation, parts: McpServerParts): Server {
  const { info, newId, revisions, servedBy } = parts;
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
    callTool(request, context, {
      ...{ conversation, server, newId, isLogWanted },
      ...originOf(context, servedBy?.(context.mcpReq.id)),
    }),
  );
  return server;
}

/** What its client calls a request, and the place that it has among the calls. */
function originOf(
  { mcpReq, http }: ServerContext,
  served: ServedRequest | undefined,
): Pick<CallToolParts, 'clientId' | 'place'> {
  const place = served === undefined ? placeOf(http?.req) : served.exchange.place;
  const clientId = served?.clientId ?? mcpReq.id;
  return { clientId, ...(place === undefined ? {} : { place }) };
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
