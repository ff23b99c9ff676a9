import { versionLibrary } from '../version-library.ts';
import { compareCapabilities } from './compare-capabilities.ts';
import type { LockedExtension } from './lock-file.ts';

export type UpdateChange =
  | { readonly kind: 'version'; readonly from: string; readonly to: string }
  | { readonly kind: 'version_lowered'; readonly from: string; readonly to: string }
  /** Other contents under the same version: it was published again, or changed. */
  | { readonly kind: 'republished'; readonly version: string }
  | { readonly kind: 'code' }
  /** Approval was given to one folder or package; another one has other writers. */
  | { readonly kind: 'source'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'capability_wider' | 'capability_narrower';
      readonly capability: string;
      readonly what: string;
    }
  | { readonly kind: 'tool_added' | 'tool_removed' | 'tool_changed'; readonly tool: string };

export interface UpdateComparison {
  /** `safe` updates may be taken without asking; `needs_approval` stays on the old version. */
  readonly status: 'same' | 'safe' | 'needs_approval';
  readonly changes: readonly UpdateChange[];
}

const SAFE: ReadonlySet<UpdateChange['kind']> = new Set(['version', 'code', 'capability_narrower']);

export interface UpdateOrigin {
  /** It lies in a folder that is edited in place: its version is whatever the last edit says. */
  readonly isLocal?: boolean;
}

/**
 * What an update changes against what the lock file holds. Anything that widens what is asked
 * for, changes what a model sees, or goes back needs the operator; new code alone does not, unless it
 * is that of a local folder.
 */
export function compareUpdate(
  locked: LockedExtension,
  candidate: Omit<LockedExtension, 'granted'>,
  { isLocal = false }: UpdateOrigin = {},
): UpdateComparison {
  const changes = [
    ...compareSources(locked.source, candidate.source),
    ...compareVersions(locked, candidate),
    ...compareCapabilities(locked.requested, candidate.requested).map(
      ({ capability, direction, what }): UpdateChange => ({
        kind: direction === 'wider' ? 'capability_wider' : 'capability_narrower',
        ...{ capability, what },
      }),
    ),
    ...compareDefinitions(locked.definitions, candidate.definitions),
  ];
  if (changes.length === 0) return { status: 'same', changes };
  const isSafe = changes.every(({ kind }) => SAFE.has(kind) && !(isLocal && kind === 'code'));
  return { status: isSafe ? 'safe' : 'needs_approval', changes };
}

function compareSources(from: string | undefined, to: string | undefined): readonly UpdateChange[] {
  return from === undefined || to === undefined || from === to
    ? []
    : [{ kind: 'source', from, to }];
}

function compareVersions(
  locked: LockedExtension,
  candidate: Omit<LockedExtension, 'granted'>,
): readonly UpdateChange[] {
  const [from, to] = [locked.version, candidate.version];
  const isSameCode = locked.bundleHash === candidate.bundleHash;
  const isSamePackage = isSameCode && locked.integrity === candidate.integrity;
  const code: readonly UpdateChange[] = isSameCode ? [] : [{ kind: 'code' }];
  if (from === to) return isSamePackage ? [] : [...code, { kind: 'republished', version: to }];
  const { lt, valid } = versionLibrary();
  const isLower = valid(from) !== null && valid(to) !== null && lt(to, from);
  return [{ kind: isLower ? 'version_lowered' : 'version', from, to }, ...code];
}

function compareDefinitions(
  before: LockedExtension['definitions'],
  after: LockedExtension['definitions'],
): readonly UpdateChange[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.flatMap((tool): readonly UpdateChange[] => {
    if (!old.has(tool)) return [{ kind: 'tool_added', tool }];
    if (!now.has(tool)) return [{ kind: 'tool_removed', tool }];
    return old.get(tool) === now.get(tool) ? [] : [{ kind: 'tool_changed', tool }];
  });
}
