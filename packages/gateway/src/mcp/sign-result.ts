import type { CallToolResult, RequestId } from '@modelcontextprotocol/server';
import type { JsonValue } from '@mortise/contracts';
import type { CallContext } from './call-context.ts';
import type { Conversation } from './conversation.ts';

/** Under this name a client sends a text of its own, by which it knows the answer to this very request. */
export const NONCE_META = 'dev.mortise/nonce';
/** Under this name a result has its signature. */
export const SIGNATURE_META = 'dev.mortise/signature';

const MOST_NONCE_CHARS = 200;

/** The result with a signature of the agent over it, where the operator has results signed. */
export function signResult(
  result: CallToolResult,
  toolName: string,
  { conversation, context, clientId }: SigningParts,
): CallToolResult {
  if (!conversation.signsResults) return result;
  const { content, structuredContent, isError } = result;
  // What JSON leaves out is no part of what is signed either.
  const signed = JSON.parse(JSON.stringify({ content, structuredContent, isError })) as JsonValue;
  const nonce = context.mcpReq._meta?.[NONCE_META];
  const signature = conversation.signatureFor({
    ...{ toolName, requestId: String(clientId), result: signed },
    ...(typeof nonce === 'string' && nonce.length <= MOST_NONCE_CHARS ? { nonce } : {}),
  });
  if (signature === undefined) return result;
  return { ...result, _meta: { ...result._meta, [SIGNATURE_META]: signature } };
}

interface SigningParts {
  readonly conversation: Conversation;
  readonly context: CallContext;
  /** What the client calls its request. */
  readonly clientId: RequestId;
}
