import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonValue } from '@mortise/contracts';
import { createNetworkBroker, type NetworkBrokerParts } from '../network/network-broker.ts';
import type { Resolver } from '../network/resolver.ts';
import { onBench, openBench, subjectWith } from './broker-bench.ts';
import { openCountingServer } from './counting-server.ts';

export const loopback: Resolver = { resolve: async () => ['127.0.0.1'] };

export interface Asked {
  readonly path: string;
  readonly init?: JsonValue;
  readonly grant?: Record<string, JsonValue>;
  readonly parts?: Partial<NetworkBrokerParts>;
  readonly signal?: AbortSignal;
}

/** A server, and a guest that is granted it under two names. */
export async function openPair(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = await openCountingServer(answer);
  const bench = openBench();
  const fetch = ({ path, init, grant, parts, signal }: Asked) => {
    const broker = onBench('network', createNetworkBroker({ resolver: loopback, ...parts }), bench);
    const subject = subjectWith(
      {
        allowedHosts: [`http://one.test:${server.port}`, `http://two.test:${server.port}`],
        allowPrivate: ['127.0.0.0/8'],
        ...grant,
      },
      signal === undefined ? {} : { signal },
    );
    const url = `http://one.test:${server.port}${path}`;
    return broker.handle('fetch', init === undefined ? { url } : { url, init }, subject);
  };
  return { server, bench, fetch, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
