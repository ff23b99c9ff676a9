import type { Readable } from 'node:stream';
import { CapabilityRefusal } from '@mortise/contracts';
import { Client, errors } from 'undici';
import { failed } from '../broker-refusal.ts';
import { decodeBody, isDecodingError, tooLarge } from './decode-body.ts';
import { pinnedConnector } from './pinned-connector.ts';
import type { HeaderPairs } from './request-headers.ts';
import { type AddressVetting, vetAddresses } from './vet-addresses.ts';

/** One request to one origin, redirects not followed. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: HeaderPairs;
  /** A stream can be sent once. */
  readonly body: Buffer | Readable | undefined;
}

export interface HopLimits extends AddressVetting {
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly certificates?: readonly string[];
}

/** A response whose body is still to be read. */
export interface OpenedHop {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderPairs;
  /** Decoded. */
  readonly body: Readable;
  /** What an error of the body is to a guest. */
  explain(error: unknown): unknown;
  /** Ends the connection, which is used once. */
  close(): Promise<void>;
}

/** Vets the addresses, connects to one of them and waits for the head of the answer. */
export async function openHop(hop: Hop, limits: HopLimits): Promise<OpenedHop> {
  const addresses = await vetAddresses(hop.url.hostname, limits);
  const client = openClient(hop.url, addresses, limits);
  const explain = (error: unknown) => explainFault(error, hop.url, limits);
  try {
    const head = await exchange(client, hop, limits);
    return { ...head, explain, close: () => client.destroy() };
  } catch (error) {
    await client.destroy();
    throw explain(error);
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
    // The reader of a body has a clock of its own, which stands while it asks for nothing.
    bodyTimeout: 0,
    maxHeaderSize: 32_768,
    // Counts bytes on the wire, so that a stream which decodes to nothing ends too.
    maxResponseSize: maxResponseBytes,
  });
}

async function exchange(client: Client, hop: Hop, limits: HopLimits) {
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
  const encoding = hop.method === 'HEAD' ? '' : joined(response.headers['content-encoding']);
  const body = decodeBody(response.body, encoding);
  return { status: response.statusCode, statusText: response.statusText, headers, body };
}

function joined(value: string | string[] | undefined): string {
  return [value ?? ''].flat().join(', ');
}

/** Texts of network errors hold addresses; the guest gets a code. */
function explainFault(error: unknown, url: URL, limits: HopLimits): unknown {
  if (limits.signal.aborted || CapabilityRefusal.is(error)) return error;
  if (isDecodingError(error)) return failed('The response could not be decoded.');
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return tooLarge(limits.maxResponseBytes);
  const code = error instanceof Error ? String(Reflect.get(error, 'code') ?? '') : '';
  return failed(
    `The request to ${url.origin} failed${/^[A-Z_]+$/.test(code) ? ` (${code})` : ''}.`,
  );
}
