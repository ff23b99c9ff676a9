import { CapabilityRefusal } from '@mortise/contracts';
import { Client, errors } from 'undici';
import { failed } from '../broker-refusal.ts';
import { pinnedConnector } from './pinned-connector.ts';
import { readResponseBody, tooLarge } from './read-response-body.ts';
import type { HeaderPairs } from './request-headers.ts';
import { type AddressVetting, vetAddresses } from './vet-addresses.ts';

/** One request to one origin, redirects not followed. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: HeaderPairs;
  readonly body: Buffer | undefined;
}

export interface HopLimits extends AddressVetting {
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly certificates?: readonly string[];
}

export interface HopResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderPairs;
  readonly body: Buffer;
}

/** Vets the addresses, connects to one of them and reads the answer. The connection is used once. */
export async function sendHop(hop: Hop, limits: HopLimits): Promise<HopResponse> {
  const addresses = await vetAddresses(hop.url.hostname, limits);
  const client = openClient(hop.url, addresses, limits);
  try {
    return await exchange(client, hop, limits);
  } catch (error) {
    throw explain(error, hop.url, limits);
  } finally {
    await client.destroy();
  }
}

function openClient(url: URL, addresses: readonly string[], limits: HopLimits): Client {
  const { allowPrivate, checkAddress, timeoutMs, maxResponseBytes, certificates } = limits;
  return new Client(url.origin, {
    connect: pinnedConnector({
      hostname: url.hostname,
      addresses,
      checkPeer: (address) => checkAddress(address, allowPrivate),
      connectMs: timeoutMs,
      ...(certificates === undefined ? {} : { certificates }),
    }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 32_768,
    // Counts bytes on the wire, so that a stream which decodes to nothing ends too.
    maxResponseSize: maxResponseBytes,
  });
}

async function exchange(client: Client, hop: Hop, limits: HopLimits): Promise<HopResponse> {
  const response = await client.request({
    path: `${hop.url.pathname}${hop.url.search}`,
    method: hop.method as 'GET',
    headers: [...hop.headers, ['accept-encoding', 'gzip, br, deflate'] as const].flat(),
    body: hop.body ?? null,
    signal: limits.signal,
    reset: true,
  });
  // Destroying the client fails a body that is no longer read; without a listener that is fatal.
  response.body.on('error', () => undefined);
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => [name, each] as const),
  );
  const body = await readResponseBody(response.body, {
    encoding: hop.method === 'HEAD' ? '' : joined(response.headers['content-encoding']),
    maxBytes: limits.maxResponseBytes,
  });
  return { status: response.statusCode, statusText: response.statusText, headers, body };
}

function joined(value: string | string[] | undefined): string {
  return [value ?? ''].flat().join(', ');
}

/** Texts of network errors hold addresses; the guest gets a code. */
function explain(error: unknown, url: URL, limits: HopLimits): unknown {
  if (limits.signal.aborted || CapabilityRefusal.is(error)) return error;
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return tooLarge(limits.maxResponseBytes);
  const code = error instanceof Error ? String(Reflect.get(error, 'code') ?? '') : '';
  return failed(
    `The request to ${url.origin} failed${/^[A-Z_]+$/.test(code) ? ` (${code})` : ''}.`,
  );
}
