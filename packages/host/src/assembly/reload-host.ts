import type { ConfigFile } from '@mortise/contracts';
import type { ConfigProposal } from '../config/config-holder.ts';
import type { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import { KeyedTurns } from '../extensions/keyed-turns.ts';
import { namedExtensions } from '../extensions/named-extensions.ts';
import { syncExtensions } from '../extensions/sync-extensions.ts';
import { hostClosed } from '../lifetime/host-closed.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';

export interface ReloadParts extends Pick<HostBasics, 'events' | 'lifetime'> {
  readonly configuration: HostConfiguration;
  readonly extensions: ExtensionLifecycle;
}

/** Takes new configurations one after the other, each with the extensions that it names. */
export function createReload(
  parts: ReloadParts,
): (next: ConfigFile | string) => Promise<ConfigProposal> {
  const turns = new KeyedTurns();
  return (next) => turns.take('reload', () => reload(parts, next));
}

async function reload(parts: ReloadParts, next: ConfigFile | string): Promise<ConfigProposal> {
  const { configuration, extensions, events, lifetime } = parts;
  if (lifetime.isClosed) return { status: 'refused', diagnostics: [hostClosed('configuration')] };
  const before = namedExtensions(configuration.current);
  const proposal = await configuration.propose(next);
  if (proposal.status === 'refused') return proposal;
  await extensions.arrange(proposal.config);
  const after = namedExtensions(proposal.config);
  const notTaken = await syncExtensions(extensions, { before, after });
  events.emit('changed', undefined);
  return { ...proposal, diagnostics: [...proposal.diagnostics, ...notTaken] };
}
