import { type Diagnostic, ERROR_CODES, type RegistrySnapshot } from '@mortise/contracts';
import { skippedDiagnostics } from '@mortise/core';
import type { ExtensionStatus } from '@mortise/sandbox';
import type { ExtensionState } from './extension-state.ts';

/** What the registry and the sandbox know of extensions right now. */
export interface ExtensionFacts {
  readonly snapshot: RegistrySnapshot;
  readonly statuses: readonly ExtensionStatus[];
}

/** Extensions as an operator sees them: a name may have been lost or won since a load, health comes and goes. */
export function describeExtensions(
  states: readonly ExtensionState[],
  { snapshot, statuses }: ExtensionFacts,
): readonly ExtensionState[] {
  const holders = new Map(snapshot.entries.map(({ name, origin }) => [name, origin]));
  return states.map((state) => {
    if (state.status === 'failed') return state;
    const isOwn = (name: string) => {
      const holder = holders.get(name);
      return holder?.kind === 'extension' && holder.id === state.id;
    };
    const skipped = snapshot.skipped.filter(
      ({ origin }) => origin.kind === 'extension' && origin.id === state.id,
    );
    const quarantine = statuses.find(({ id, state: health }) => id === state.id && isDown(health));
    return {
      ...state,
      tools: state.tools.filter(isOwn),
      diagnostics: [
        ...state.diagnostics,
        ...skippedDiagnostics(skipped),
        ...(quarantine === undefined ? [] : [quarantineDiagnostic(quarantine)]),
      ],
      ...(quarantine?.blockedUntil === undefined
        ? {}
        : { quarantinedUntil: quarantine.blockedUntil }),
    };
  });
}

export function isDown(health: ExtensionStatus['state']): boolean {
  return health === 'quarantined';
}

function quarantineDiagnostic({ id, crashes, blockedUntil }: ExtensionStatus): Diagnostic {
  const { summary, hint } = ERROR_CODES.extension_quarantined;
  const until = blockedUntil === undefined ? '' : ` until ${new Date(blockedUntil).toISOString()}`;
  return {
    code: 'extension_quarantined',
    severity: 'warning',
    subject: id,
    message: `${summary} It crashed ${crashes} times and serves no call${until}.`,
    hint,
    layer: `extension ${id}`,
  };
}
