import {
  type Implementation,
  type RequestId,
  Server,
  type ServerCapabilities,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { type CallToolParts, callTool } from './call-tool.ts';
import type { ListKind, ListMethod } from './client-lists.ts';
import type { Conversation } from './conversation.ts';
import type { HttpExchange } from './http-exchange.ts';
import type { ListPages } from './list-pages.ts';
import { PlainCalls } from './plain-calls.ts';
import { placeOf } from './request-place.ts';
import { serveOffers } from './serve-offers.ts';
import { serveSubscriptions } from './serve-subscriptions.ts';

export interface McpServerParts {
  readonly info: Implementation;
  readonly pages: ListPages;
  readonly newId: () => string;
  /** Those of the older kind if absent. */
  readonly revisions?: readonly string[];
  /** What its transport knows of a request by the id that the server knows. */
  readonly servedBy?: (id: RequestId) => ServedRequest | undefined;
  /** Of a session whose transport answers plain calls itself. */
  readonly plain?: PlainTransport;
}

/** A transport that need not give its server every call. */
export interface PlainTransport {
  readonly id: string;
  answerPlainBy(calls: PlainCalls): void;
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

const LIST_CHANGED = {
  tools: 'notifications/tools/list_changed',
  prompts: 'notifications/prompts/list_changed',
  resources: 'notifications/resources/list_changed',
} as const satisfies Record<ListKind, string>;

/** Tells clients only of what there is for them; what comes later is served, too. */
class ConversationServer extends Server {
  readonly #conversation: Conversation;

  constructor(conversation: Conversation, info: Implementation, options: ServerOptions) {
    super(info, options);
    this.#conversation = conversation;
  }

  override getCapabilities(): ServerCapabilities {
    const { prompts, resources, completions, ...others } = super.getCapabilities();
    const hasPrompts = this.#conversation.has('prompts');
    const hasTemplates = this.#conversation.has('resourceTemplates');
    return {
      ...others,
      ...(hasPrompts && prompts ? { prompts } : {}),
      ...((hasTemplates || this.#conversation.has('resources')) && resources ? { resources } : {}),
      ...((hasPrompts || hasTemplates) && completions ? { completions } : {}),
    };
  }
}

/** One MCP server for one conversation; both protocol revisions are served by what this makes. */
export function createMcpServer(conversation: Conversation, parts: McpServerParts): Server {
  const { info, newId, revisions, servedBy, plain } = parts;
  const server = new ConversationServer(conversation, info, {
    ...(revisions === undefined ? {} : { supportedProtocolVersions: [...revisions] }),
    capabilities: {
      ...{ tools: { listChanged: true }, logging: {}, completions: {} },
      ...{ prompts: { listChanged: true }, resources: { listChanged: true, subscribe: true } },
    },
    // A person answers; how long a call waits is the host's to say.
    inputRequired: { maxRounds: 4, roundTimeoutMs: USER_ROUND_MS },
    debouncedNotificationMethods: Object.values(LIST_CHANGED),
  });
  const page = async <Method extends ListMethod>(method: Method, cursor: string | undefined) =>
    parts.pages.page(method, await conversation.list(method), cursor);
  server.setRequestHandler('tools/list', ({ params }) => page('tools/list', params?.cursor));
  server.setRequestHandler('prompts/list', ({ params }) => page('prompts/list', params?.cursor));
  server.setRequestHandler('resources/list', ({ params }) =>
    page('resources/list', params?.cursor),
  );
  server.setRequestHandler('resources/templates/list', ({ params }) =>
    page('resources/templates/list', params?.cursor),
  );
  serveOffers({
    ...{ server, conversation, newId },
    placeFor: (context) => originOf(context, servedBy?.(context.mcpReq.id)).place,
  });
  serveSubscriptions(server, conversation);
  let isLogWanted = false;
  server.setRequestHandler('logging/setLevel', async ({ params }) => {
    isLogWanted = LOGGED_LEVELS.has(params.level);
    return {};
  });
  if (plain !== undefined) {
    const asked = { conversation, server, newId, sessionId: plain.id };
    plain.answerPlainBy(new PlainCalls({ ...asked, isLogWanted: () => isLogWanted }));
  }
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
): Pick<CallToolParts, 'clientId' | 'place' | 'exchange'> {
  if (served !== undefined) {
    const { clientId, exchange } = served;
    const { place } = exchange;
    return place === undefined ? { clientId, exchange } : { clientId, exchange, place };
  }
  const place = placeOf(http?.req);
  return { clientId: mcpReq.id, ...(place === undefined ? {} : { place }) };
}

/** Lets a server that lives as long as its connection tell its client about changes itself. */
export function announceListChanges(server: Server, conversation: Conversation): void {
  const stop = conversation.onListChanged(({ kinds }) => {
    for (const kind of kinds) {
      server.notification({ method: LIST_CHANGED[kind] }).catch(() => undefined);
    }
  });
  const previous = server.onclose;
  server.onclose = () => {
    stop();
    previous?.();
  };
}
