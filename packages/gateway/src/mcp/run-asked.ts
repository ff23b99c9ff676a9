import {
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import {
  type CallPlace,
  canonicalJson,
  jsonDepthWithin,
  LIMITS,
  type ToolProgress,
} from '@mortise/contracts';
import type { ExecuteOptions, RequestedCall } from '@mortise/host';
import type { CallContext } from './call-context.ts';
import type { ClientAbilities } from './client-abilities.ts';
import type { CallEnd, Conversation } from './conversation.ts';
import { sessionClient } from './session-client.ts';

/** What a call gets of the requests that wait for it. */
export type AskedPorts = Pick<ExecuteOptions, 'signal' | 'onProgress' | 'place' | 'client'>;

export interface AskedRun {
  readonly call: RequestedCall<'id'>;
  readonly context: CallContext;
  readonly server: Server;
  readonly conversation: Conversation;
  readonly abilities: ClientAbilities;
  readonly newId: () => string;
  readonly onProgress: (note: ToolProgress) => void;
  readonly place?: CallPlace | undefined;
  readonly run: (ports: AskedPorts) => Promise<CallEnd>;
}

/** Runs a call that may ask its client, or goes on waiting for the one that the request brings answers for. */
export function runAsked(asked: AskedRun): Promise<CallEnd | InputRequiredResult> {
  const { call, context, server, conversation, abilities, newId, onProgress, place, run } = asked;
  const { signal, inputResponses: responses } = context.mcpReq;
  const state = context.mcpReq.requestState();
  const canBeAsked = abilities.elicits || abilities.samples;
  if (!abilities.isModern || (!canBeAsked && state === undefined)) {
    const client = canBeAsked ? { client: sessionClient(server, context, abilities) } : {};
    return run({ signal, onProgress, ...(place === undefined ? {} : { place }), ...client });
  }
  const known = { name: call.name, args: textOf(call.args) };
  const request = { signal, onProgress, place, responses };
  if (state === undefined)
    return conversation.asking.begin({ asked: known, abilities, request, newId, run }).next();
  const waiting = typeof state === 'string' ? conversation.asking.find(state, known) : undefined;
  if (waiting === undefined) throw noSuchCall();
  waiting.attach(request);
  return waiting.next();
}

/** Arguments in one form. What is too deep to be written is too deep to run: such a call asks nothing. */
function textOf(args: unknown): string {
  return jsonDepthWithin(args, LIMITS.argumentDepth.ceiling) ? canonicalJson(args as never) : '';
}

/** A host that was started anew, or a client that waited too long: running it again could do things twice. */
function noSuchCall(): ProtocolError {
  const message =
    'Invalid or expired requestState: the call that asked is not here any more. Whether it did something is not known; look before it is called again.';
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { effects: 'unknown' });
}
