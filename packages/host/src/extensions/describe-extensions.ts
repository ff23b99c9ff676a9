import {
  type Diagnostic,
  ERROR_CODES,
  type RegistrySnapshot,
  type ToolOrigin,
} from '@mortise/contracts';
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
  const owners = new Map(snapshot.entries.map(({ name, origin }) => [name, extensionOf(origin)]));
  const down = new Map(
    statuses.filter(({ state }) => state === 'quarantined').map((status) => [status.id, status]),
  );
  return states.map((state) => {
    if (state.status === 'failed') return state;
    const skipped = snapshot.skipped.filter(({ origin }) => extensionOf(origin) === state.id);
    const losses = skippedDiagnostics(skipped);
    const blocked = losses.find(({ code }) => code === 'extension_id_clash');
    const held = {
      ...state,
      tools: state.tools.filter((name) => owners.get(name) === state.id),
      diagnostics: [...state.diagnostics, ...losses.filter((each) => each !== blocked)],
      // It runs and serves nothing, which no operator would call loaded.
      ...(blocked === undefined ? {} : { status: 'failed' as const, failure: blocked }),
    };
    const status = down.get(state.id);
    return status === undefined ? held : inQuarantine(held, status);
  });
}

function extensionOf(origin: ToolOrigin): string | undefined {
  return origin.kind === 'extension' ? origin.id : undefined;
}

function inQuarantine(state: ExtensionState, status: ExtensionStatus): ExtensionState {
  const { blockedUntil } = status;
  return {
    ...state,
    diagnostics: [...state.diagnostics, quarantineDiagnostic(status)],
    ...(blockedUntil === undefined ? {} : { quarantinedUntil: blockedUntil }),
  };
}

function quarantineDiagnostic({ id, crashes, blockedUntil }: ExtensionStatus): Diagnostic {
  const { summary, hint } = ERROR_CODES.extension_quarantined;
  const until = blockedUntil === undefined ? '' : ` until ${new Date(blockedUntil).toISOString()}`;
  return {
    code: 'extension_quarantined',
    severity: 'error',
    subject: id,
    message: `${summary} It crashed ${crashes} times and serves no call${until}.`,
    hint,
    layer: `extension ${id}`,
  };
}
