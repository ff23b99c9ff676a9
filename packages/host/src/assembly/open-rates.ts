import { HostRates } from '../rates/host-rates.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostState } from './open-state.ts';

export interface RateSources {
  readonly state: HostState;
  readonly configuration: HostConfiguration;
}

/** Windows that ended so long ago count for nothing any more, whatever was done to the clock. */
const FORGET_MS = 48 * 60 * 60 * 1_000;

/** Rates and budgets, counted in the state. */
export function openRates(basics: HostBasics, { state, configuration }: RateSources): HostRates {
  const { lifetime, now, newId } = basics;
  const store = state.rates;
  if (configuration.current.rates !== undefined) {
    void store.prune(now() - FORGET_MS).catch(() => undefined);
  }
  const counted = lifetime.own(new HostRates({ store, now, holder: newId() }));
  configuration.follow((config) => counted.use(config.rates ?? []));
  basics.diagnostics.add(() => configuration.place(counted.diagnostics()));
  return counted;
}
