import type { AuditSink } from '@mortise/contracts';
import { LedgerHolder } from '../ledger/ledger-holder.ts';
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

/** Calls that run once, by the ledger of the state. */
export function openOnceCalls(
  basics: HostBasics,
  { state, registry, audit }: OnceSources,
): OnceCalls {
  const { now, newId, logger, lifetime } = basics;
  const { calls: ledger } = state;
  const holder =
    ledger === undefined
      ? undefined
      : lifetime.own(new LedgerHolder({ ledger, holder: newId(), now, newId, logger }));
  return new OnceCalls({
    holder,
    log: new OnceLog({ audit, now }),
    isIdempotent: (name) => registry.catalog.find(name)?.entry.idempotent === true,
  });
}
