import { type Client, SdkHttpError } from '@modelcontextprotocol/client';

const BAD_REQUEST = 400;
const PING_MS = 5_000;

/**
 * Whether the server does not know the session of this connection any more. The protocol has 404 for that; many servers,
 * by an example of the SDK, say 400, as they do for a request that is wrong. So it is asked something that is right.
 */
export async function isSessionLost(client: Client, error: unknown): Promise<boolean> {
  if (!isBadRequest(error) || client.transport?.sessionId === undefined) return false;
  const answer: unknown = await client.ping({ timeout: PING_MS }).catch((fault: unknown) => fault);
  return isBadRequest(answer);
}

function isBadRequest(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === BAD_REQUEST;
}
