import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AuditEntry,
  type RunPorts,
  type RunRequest,
  type ToolOutcome,
  textOf,
} from '@mortise/contracts';
import type { SandboxEvent } from '@mortise/sandbox';
import type { NatsBroker } from './nats-broker.ts';
import { type HostParts, type OpenedHost, openHost } from './open-fleet.ts';

const SOURCE = readFileSync(join(import.meta.dirname, 'fleet-tools.mjs'), 'utf8');

/** A host with the tools of `fleet-tools.mjs`, and what it saw. */
export interface FleetHost extends OpenedHost {
  /** Ids of the calls that left a mark, one for each run. */
  readonly marks: readonly string[];
  readonly entries: readonly AuditEntry[];
  readonly lines: readonly { readonly details: object; readonly message: string }[];
  readonly events: readonly SandboxEvent[];
  run(tool: string, args?: object, parts?: RunParts): Promise<ToolOutcome>;
  /** Resolves once so many nodes take calls. */
  nodesServing(count: number): Promise<void>;
}

export type RunParts = Partial<RunRequest> & Partial<RunPorts>;

export async function openFleetHost(broker: NatsBroker, parts: HostParts = {}): Promise<FleetHost> {
  const marks: string[] = [];
  const entries: AuditEntry[] = [];
  const lines: { details: object; message: string }[] = [];
  const events: SandboxEvent[] = [];
  const write = (details: object, message: string) => void lines.push({ details, message });
  const host = openHost(broker.url, {
    brokers: {
      storage: {
        set: (_input, _grant, subject) => {
          marks.push(subject.callId);
          return null;
        },
        get: (_input, _grant, subject) => `of ${subject.principalId}`,
      },
    },
    audit: { record: (entry) => void entries.push(entry) },
    logger: { debug: write, info: write, warn: write, error: write },
    onEvent: (event) => events.push(event),
    ...parts,
  });
  const loaded = await host.sandbox.load({
    ...{ id: 'fleet', source: SOURCE, grants: { storage: {} } },
    limits: { argumentBytes: 8_000_000, resultBytes: 8_000_000 },
  });
  if (loaded.status === 'failed') throw new Error(loaded.message);
  return {
    ...{ ...host, marks, entries, lines, events },
    run: (tool, args = {}, { signal, onProgress, onStarted, ...request } = {}) =>
      host.sandbox.run(
        {
          ...{ callId: `${tool}-${marks.length}`, extensionId: 'fleet', toolName: tool, args },
          ...{ mode: 'run', timeoutMs: 20_000 },
          caller: {
            ...{ agentId: 'a', sessionKey: 's', principalId: 'p', workerScope: 'shared' },
            turnCount: 1,
          },
          ...request,
        },
        {
          signal: signal ?? new AbortController().signal,
          onProgress: onProgress ?? (() => undefined),
          ...(onStarted === undefined ? {} : { onStarted }),
        },
      ),
    nodesServing: async (count) => {
      const end = performance.now() + 20_000;
      const serving = () => host.sandbox.nodes().filter(({ state }) => state === 'serving').length;
      while (serving() !== count) {
        if (performance.now() > end) throw new Error(`${serving()} nodes serve, not ${count}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

/** The text of a success, or the code of what it is else. */
export function summary(outcome: ToolOutcome): string {
  return outcome.status === 'ok' ? textOf(outcome.content) : outcome.code;
}
