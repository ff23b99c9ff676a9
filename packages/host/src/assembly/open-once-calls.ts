import type { AuditSink } from '@mortise/contracts';
import { RunHolder } from '../once/run-holder.ts';
import type { HostBasics } from './host-basics.ts';
import { OnceCalls } from './once-calls.ts';
import { OnceLog } from './once-log.ts';
import type { HostRegistry } from './open-registry.ts';
import type { HostState } from './open-state.ts';

export interface OnceSources {
  readonly state: HostState;
  readonly registry: HostRegistry;
  readonly audit: AuditSink;
}

/** Calls that run once, as the state keeps them. */
export function openOnceCalls(
  basics: HostBasics,
  { state, registry, audit }: OnceSources,
): OnceCalls {
  const { now, newId, logger, lifetime } = basics;
  const { calls: store } = state;
  const holder =
    store === undefined
      ? undefined
      : lifetime.own(new RunHolder({ store, holder: newId(), now, newId, logger }));
  return new OnceCalls({
    holder,
    log: new OnceLog({ audit, now }),
    isIdempotent: (name) => registry.catalog.find(name)?.entry.idempotent === true,
  });
}
