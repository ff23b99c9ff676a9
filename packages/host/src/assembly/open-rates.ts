import type { RateStore } from '@mortise/contracts';
import { HostRates } from '../rates/host-rates.ts';
import { MemoryRateStore } from '../rates/memory-rate-store.ts';
import { SqliteRateStore } from '../rates/sqlite-rate-store.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostOptions } from './host-options.ts';
import type { HostState } from './open-state.ts';

export interface RateSources {
  readonly state: HostState | undefined;
  readonly configuration: HostConfiguration;
}

/** Windows that ended so long ago count for nothing any more, whatever was done to the clock. */
const FORGET_MS = 48 * 60 * 60 * 1_000;

/** Rates and budgets, counted in the store of the options, in the state file, or in memory. */
export function openRates(
  { rates }: HostOptions,
  basics: HostBasics,
  { state, configuration }: RateSources,
): HostRates {
  const { lifetime, now, newId } = basics;
  const store = rates ?? lifetime.own(openStore(basics, state));
  if (configuration.current.rates !== undefined) {
    void store.prune(now() - FORGET_MS).catch(() => undefined);
  }
  const counted = lifetime.own(new HostRates({ store, now, holder: newId() }));
  configuration.follow((config) => counted.use(config.rates ?? []));
  basics.diagnostics.add(() => configuration.place(counted.diagnostics()));
  return counted;
}

function openStore({ logger, now }: HostBasics, state: HostState | undefined): RateStore {
  return state === undefined
    ? new MemoryRateStore()
    : new SqliteRateStore({ ...state, logger, now });
}
