import type { CapabilityBroker } from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';
import { SecretPlaceholders } from '../secrets/secret-placeholders.ts';
import { CallStreams, type OpenStream } from './call-streams.ts';
import type { AddressCheck } from './check-address.ts';
import { connectWithin } from './connect-within.ts';
import { FetchStream } from './fetch-stream.ts';
import { fetchWithin } from './fetch-within.ts';
import type { Resolver } from './resolver.ts';
import { WebSocketStream } from './web-socket-stream.ts';

export interface NetworkBrokerParts {
  readonly resolver?: Resolver;
  readonly checkAddress?: AddressCheck;
  /** Without them a placeholder is refused like one of another call. */
  readonly placeholders?: SecretPlaceholders;
  /** Certificates trusted instead of those of the system, PEM. */
  readonly certificates?: readonly string[];
}

/** The network for guests: every hop and every address is checked against the grant. */
export function createNetworkBroker(given: NetworkBrokerParts = {}): CapabilityBroker<'network'> {
  const placeholders = given.placeholders ?? new SecretPlaceholders();
  const parts = { ...given, placeholders, streams: new CallStreams() };
  const { streams } = parts;
  return {
    fetch: (input, grant, subject) => fetchWithin({ parts, input, grant, subject }),
    connect: (input, grant, subject) => connectWithin({ parts, input, grant, subject }),
    async read({ stream: number }, _grant, subject) {
      const stream = requireOpen(FetchStream, streams.find(subject, number));
      try {
        const piece = await stream.read(subject);
        if (piece.done) streams.remove(subject, number, stream);
        return piece;
      } catch (error) {
        streams.remove(subject, number, stream);
        throw error;
      }
    },
    async write({ stream: number, data, encoding, done }, _grant, subject) {
      const { upload } = requireOpen(FetchStream, streams.find(subject, number));
      if (upload === undefined) throw failed('The request has its body already.');
      await upload.write(Buffer.from(data, encoding), done);
      return null;
    },
    cancel({ stream: number }, _grant, subject) {
      const stream = streams.find(subject, number);
      if (stream !== undefined) streams.remove(subject, number, stream);
      return null;
    },
    async receive({ stream: number }, _grant, subject) {
      const stream = requireOpen(WebSocketStream, streams.find(subject, number));
      const received = await stream.receive();
      if (received.closed !== undefined) streams.remove(subject, number, stream);
      return received;
    },
    send: ({ stream: number, data, encoding }, _grant, subject) =>
      requireOpen(WebSocketStream, streams.find(subject, number)).send(data, encoding),
    close({ stream: number, code, reason }, _grant, subject) {
      requireOpen(WebSocketStream, streams.find(subject, number)).end(code, reason);
      return null;
    },
  };
}

function requireOpen<Kind extends OpenStream>(
  Kind: abstract new (...args: never[]) => Kind,
  stream: OpenStream | undefined,
): Kind {
  if (stream instanceof Kind) return stream;
  throw failed('There is no such stream open.');
}
