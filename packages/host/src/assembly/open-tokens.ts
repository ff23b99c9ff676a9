import type { HostAudit } from '../audit/host-audit.ts';
import { HostTokens } from '../tokens/host-tokens.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostState } from './open-state.ts';

export interface TokenSources {
  readonly state: HostState;
  readonly requireAgent: (agentId: string) => void;
  readonly audit: HostAudit;
}

/** The tokens of the state. */
export function openTokens(
  basics: HostBasics,
  { state, requireAgent, audit }: TokenSources,
): HostTokens {
  const store = state.tokens;
  const record = audit.recordAction.bind(audit);
  return new HostTokens({ store, now: basics.now, requireAgent, record });
}
