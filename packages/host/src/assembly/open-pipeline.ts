import type { CallDeciders } from '@mortise/contracts';
import {
  createPipeline,
  DefaultToolResultReducerRegistry,
  type PipelineParts,
} from '@mortise/core';
import type { HostTelemetry } from '../telemetry/host-telemetry.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';
import type { HostBrokers } from './open-brokers.ts';
import type { HostRegistry } from './open-registry.ts';

export interface PipelineSources
  extends Pick<CallDeciders, 'approvals' | 'chains' | 'rates' | 'stops'> {
  readonly registry: HostRegistry;
  readonly brokers: HostBrokers;
  readonly telemetry: HostTelemetry;
  /** Absent where nothing is written down. */
  readonly records?: CallDeciders['records'];
}

/** What every call of the host runs through. */
export function openPipeline(
  options: HostOptions,
  { logger }: HostBasics,
  { registry, brokers, telemetry, approvals, chains, stops, rates, records }: PipelineSources,
): PipelineParts {
  const { catalog, hooks } = registry;
  const { admissionTimeoutMs } = options;
  return createPipeline(
    {
      ...{ catalog, hooks, logger, approvals, chains, stops, rates, records },
      backends: options.capabilityBackends ?? {},
      reducers: createReducers(options),
      redactor: brokers.redactor,
      telemetry: telemetry.calls,
    },
    admissionTimeoutMs === undefined ? {} : { admissionTimeoutMs },
  );
}

function createReducers({ reducers = [] }: HostOptions): DefaultToolResultReducerRegistry {
  const registry = new DefaultToolResultReducerRegistry();
  for (const reducer of reducers) registry.register(reducer);
  return registry;
}
