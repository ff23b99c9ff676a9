import { randomUUID } from 'node:crypto';
import type { AuditSink, CapabilityBrokers, Logger } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import {
  connectBroker,
  type FleetTimes,
  NatsSandbox,
  RunnerNode,
  type RunnerNodeOptions,
} from '@mortise/runner-nats';
import type { SandboxEvent } from '@mortise/sandbox';
import { NatsBroker } from './nats-broker.ts';

export const FLEET = 'test';

export interface FleetParts {
  /** Names of nodes in this process. */
  readonly nodes?: readonly string[];
  readonly times?: Partial<FleetTimes>;
  readonly host?: HostParts;
  readonly broker?: NatsBroker;
}

export interface HostParts {
  readonly brokers?: CapabilityBrokers;
  readonly audit?: AuditSink;
  readonly logger?: Logger;
  readonly onEvent?: (event: SandboxEvent) => void;
  readonly times?: Partial<FleetTimes>;
}

export interface OpenedHost extends AsyncDisposable {
  readonly sandbox: NatsSandbox;
}

export interface Fleet extends AsyncDisposable {
  readonly broker: NatsBroker;
  readonly host: OpenedHost;
  readonly nodes: readonly RunnerNode[];
}

/** A broker, a host and nodes, each with a connection of its own. */
export async function openFleet(parts: FleetParts = {}): Promise<Fleet> {
  const broker = parts.broker ?? (await NatsBroker.start());
  const { times = {} } = parts;
  const nodes = await Promise.all(
    (parts.nodes ?? []).map((name) => openNode(broker.url, name, { times })),
  );
  const host = openHost(broker.url, { times, ...parts.host });
  return {
    ...{ broker, host, nodes },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await Promise.all(nodes.map((node) => node.close({ drainMs: 0 })));
      if (parts.broker === undefined) await broker[Symbol.asyncDispose]();
    },
  };
}

export function openHost(url: string, { times = {}, ...parts }: HostParts = {}): OpenedHost {
  const sandbox = new NatsSandbox(
    { logger: SILENT_LOGGER, now: Date.now, ...parts },
    {
      ...{ fleet: FLEET, newId: newName, times },
      connect: () => connectBroker({ url, inbox: '_INBOX_host', clientName: 'host' }),
    },
  );
  return { sandbox, [Symbol.asyncDispose]: () => sandbox.close({ drainMs: 0 }) };
}

export async function openNode(
  url: string,
  name: string,
  parts: Partial<RunnerNodeOptions> = {},
): Promise<RunnerNode> {
  const connection = await connectBroker({ url, inbox: `_INBOX_${name}`, clientName: name });
  return new RunnerNode({
    ...{ connection, fleet: FLEET, name, newId: newName, logger: SILENT_LOGGER, now: Date.now },
    ...parts,
  });
}

/** A name for one process of the fleet. */
export function newName(): string {
  return randomUUID();
}
