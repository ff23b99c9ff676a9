import type { ServerContext } from '@modelcontextprotocol/server';

/** What a call reads of the request that brought it: what the SDK makes of a request, or the little a plain one has. */
export interface CallContext extends Partial<Pick<ServerContext, 'sessionId' | 'http'>> {
  readonly mcpReq: Pick<ServerContext['mcpReq'], KeysRead>;
}

type KeysRead =
  | 'id'
  | '_meta'
  | 'envelope'
  | 'inputResponses'
  | 'requestState'
  | 'signal'
  | 'log'
  | 'notify';

/** Of a request that says nothing of itself: no metadata, no answers, and its client hears of no progress. */
export function plainContext(
  id: CallContext['mcpReq']['id'],
  signal: AbortSignal,
  sessionId: string | undefined,
): CallContext {
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    mcpReq: { id, signal, requestState: saysNothing, log: sendsNothing, notify: sendsNothing },
  };
}

function saysNothing(): undefined {}

async function sendsNothing(): Promise<void> {}
