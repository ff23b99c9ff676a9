import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import type { ToolEntry, ToolSurface } from '@mortise/contracts';
import type { Conversation, ListChange } from './conversation.ts';

/** Addresses that one client may watch. */
const MOST_WATCHED = 1_000;

/**
 * Lets a client of revision 2025-11-25 watch resources that it may read. It is told when another definition stands at
 * the address, or none: its extension was loaded anew, its server lists it otherwise, or the policy changed.
 */
export function serveSubscriptions(server: Server, conversation: Conversation): void {
  const watched = new Map<string, ToolEntry | undefined>();
  let isFollowed = false;
  const tell = ({ now }: ListChange): void => {
    for (const [uri, known] of watched) {
      const entry = readableAt(now, uri);
      if (entry === known) continue;
      watched.set(uri, entry);
      const params = { uri };
      server
        .notification({ method: 'notifications/resources/updated', params })
        .catch(() => undefined);
    }
  };
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    const entry = readableAt(await conversation.surface(), uri);
    if (entry === undefined) throw new ResourceNotFoundError(uri);
    if (watched.size >= MOST_WATCHED && !watched.has(uri)) throw tooMany();
    watched.set(uri, entry);
    if (!isFollowed) followChanges(server, conversation, tell);
    isFollowed = true;
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    watched.delete(uri);
    return {};
  });
}

/** What stands at an address, if it is for this agent: an address belongs to a resource before any policy is asked. */
function readableAt(surface: ToolSurface, uri: string): ToolEntry | undefined {
  const found = surface.resourceAt(uri);
  // By its name, not by looking through the lists: many clients may watch many addresses of many resources.
  return found === undefined ? undefined : surface.find(found.entry.name);
}

/** Until the connection ends. */
function followChanges(
  server: Server,
  conversation: Conversation,
  tell: (change: ListChange) => void,
): void {
  const stop = conversation.onListChanged(tell);
  const previous = server.onclose;
  server.onclose = () => {
    stop();
    previous?.();
  };
}

function tooMany(): ProtocolError {
  const message = `A client watches at most ${MOST_WATCHED} resources.`;
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
}
