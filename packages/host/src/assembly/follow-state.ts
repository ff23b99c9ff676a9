import type { HostTokens } from '../tokens/host-tokens.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostState } from './open-state.ts';

/** Tells clients of this host what another one changed in the state that both share. */
export function followState(
  { changes }: HostState,
  { events, lifetime }: HostBasics,
  tokens: HostTokens,
): void {
  const following = changes?.follow((change) => {
    if (change.kind === 'token') void tokens.noteChange(change.subject);
    if (change.kind === 'all') events.emit('sessionChanged', undefined);
    if (change.kind !== 'session') return;
    const { agentId, sessionKey } = change;
    events.emit('sessionChanged', { agentId, sessionKey });
  });
  if (following !== undefined) lifetime.own(following);
}
