import type { OperationInput, OperationOutput } from '@mortise/contracts';
import { createRedactor } from '../secrets/create-redactor.ts';
import { FetchDeadline } from './fetch-deadline.ts';
import { fillRequest } from './fill-request.ts';
import {
  endedBy,
  limitsOf,
  mostRequestBytes,
  type NetworkUse,
  patternsOf,
  timeoutOf,
} from './network-use.ts';
import { parseRequestUrl, vetSocketUrl } from './vet-url.ts';

export interface Connecting extends NetworkUse {
  readonly input: OperationInput<'network', 'connect'>;
}

/** Opens one WebSocket within a grant. */
export async function connectWithin(
  connecting: Connecting,
): Promise<OperationOutput<'network', 'connect'>> {
  const { parts, grant, subject, input } = connecting;
  const { placeholders, streams } = parts;
  using deadline = new FetchDeadline(subject.signal, timeoutOf(grant));
  const limits = limitsOf(connecting, deadline);
  const url = parseRequestUrl(input.url);
  vetSocketUrl(url, patternsOf(grant));
  const request = { url, method: 'GET', headers: [], body: undefined, subject };
  const filledUrl = fillRequest(request, placeholders).hop.url;
  const wish = { url, filledUrl, subject, placeholders, limits, maxBytes: mostRequestBytes(grant) };
  try {
    // The client of WebSockets is loaded by the first of them.
    const { openWebSocket } = await import('./open-web-socket.ts');
    const opened = await openWebSocket({ ...wish, protocols: input.protocols ?? [] });
    try {
      streams.add(subject, input.stream, opened.stream);
    } catch (error) {
      opened.stream.close();
      throw error;
    }
    return { protocol: createRedactor(placeholders.valuesOf(subject)).redact(opened.protocol) };
  } catch (error) {
    throw limits.signal.aborted ? endedBy(subject.signal, limits.timeoutMs) : error;
  }
}
