import { isJSONRPCNotification, type RequestId } from '@modelcontextprotocol/server';

/** The request that a message cancels: it gets no answer any more, and its id is free. */
export function cancelledRequest(message: unknown): RequestId | undefined {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') {
    return undefined;
  }
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
