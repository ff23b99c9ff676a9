import { ERROR_CODES, type HostConfig, shellWord } from '@mortise/contracts';
import type { ConfiguredPlace } from './extension-places.ts';
import { type ExtensionFailure, type ExtensionState, failedState } from './extension-state.ts';

/** An extension that is switched off: in the configuration, or by an operator until the host ends. */
export interface DisabledExtension extends ExtensionState {
  /** Where the configuration says so; absent if it does not. */
  readonly path?: string;
  /** Names that stay its own, as far as they are known without its code. */
  readonly reserved: readonly string[];
}

export type DisabledPlace = Pick<DisabledExtension, 'id' | 'origin' | 'reserved' | 'path'>;

export function disabledExtension({ id, origin, ...place }: DisabledPlace): DisabledExtension {
  return { ...failedState({ id, origin }, switchedOff(id, place.path !== undefined)), ...place };
}

/** Those that a configuration switches off, each with what its place, of the same order, knows of it. */
export function configuredOff(
  { extensions }: HostConfig,
  places: readonly ConfiguredPlace[],
): readonly DisabledExtension[] {
  return extensions.flatMap(({ enabled, source: origin, path }, index) => {
    const { id = origin, toolNames: reserved = [] } = places[index] ?? {};
    return enabled ? [] : [disabledExtension({ id, origin, path, reserved })];
  });
}

/** Why it serves nothing; `isKept` if the configuration says so. */
export function switchedOff(id: string, isKept: boolean): ExtensionFailure {
  const { summary, hint } = ERROR_CODES.extension_disabled;
  const message = isKept ? summary : `${summary} It is on again when the host starts anew.`;
  return { code: 'extension_disabled', message, hint: hint.replace('<id>', shellWord(id)) };
}

/** For a tool that is not known: extensions that are off and that no lock file knows the tools of. */
export function describeUnreadExtensions(
  states: readonly Partial<Pick<DisabledExtension, 'id' | 'failure' | 'reserved'>>[],
): string {
  const unread = states.flatMap(({ id = '', failure, reserved }) =>
    failure?.code === 'extension_disabled' && reserved?.length === 0 ? [id] : [],
  );
  if (unread.length === 0) return '';
  const commands = unread.map((id) => `\`mortise enable ${shellWord(id)}\``).join(', ');
  return ` It may belong to an extension that is off: ${commands}.`;
}
