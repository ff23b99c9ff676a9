import type { TokenStore } from '@mortise/contracts';
import type { HostAudit } from '../audit/host-audit.ts';
import { HostTokens } from '../tokens/host-tokens.ts';
import { MemoryTokenStore } from '../tokens/memory-token-store.ts';
import { SqliteTokenStore } from '../tokens/sqlite-token-store.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';
import type { HostState } from './open-state.ts';

export interface TokenSources {
  readonly state: HostState | undefined;
  readonly requireAgent: (agentId: string) => void;
  readonly audit: HostAudit;
}

/** The tokens of the options' store, of the state file, or of memory. */
export function openTokens(
  options: HostOptions,
  basics: HostBasics,
  { state, requireAgent, audit }: TokenSources,
): HostTokens {
  const store = openStore(options, basics, state);
  const record = audit.recordAction.bind(audit);
  return new HostTokens({ store, now: basics.now, requireAgent, record });
}

function openStore(
  { tokens }: HostOptions,
  { lifetime, logger, now }: HostBasics,
  state: HostState | undefined,
): TokenStore {
  if (tokens !== undefined) return tokens;
  return lifetime.own(
    state === undefined ? new MemoryTokenStore() : new SqliteTokenStore({ ...state, logger, now }),
  );
}
