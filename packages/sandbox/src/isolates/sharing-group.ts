import type { PlacementRule } from '../api/sandbox-api.ts';
import type { Extension } from '../extensions/extension.ts';

/** Those that may be in one process. */
export interface SharingGroup {
  /** Isolates may share a process if this is the same. */
  readonly key: string;
  /** The one generation of an extension that it is for; undefined if there may be several. */
  readonly owner: string | undefined;
  /** Whether its process has a compiler; such with and such without share none. */
  readonly jit: 'on' | 'off';
}

/**
 * The one rule for who shares a process. Were an isolate broken, its code could read and say whatever
 * the process can: so isolates share one only if each may see the data of the others. Extensions that
 * the embedder calls its own (`first-party`) may; all others are alone with themselves, unless the
 * operator gives that up. Generations of an extension are as strangers: its next one may be other code.
 */
export function sharingGroup(
  extension: Extension,
  scopeKey: string,
  rule: PlacementRule,
): SharingGroup {
  const scope = rule === 'scope' ? scopeKey : '';
  const isCommon = rule === 'shared' || extension.facts.trust === 'first-party';
  const { jit = 'on' } = extension.facts;
  if (isCommon) return { key: JSON.stringify([scope, jit]), owner: undefined, jit };
  return ownGroup(extension, scope);
}

/** The group of an extension that is alone, whatever the rule. */
export function ownGroup(extension: Extension, scope = ''): SharingGroup {
  const owner = `${extension.id} ${extension.generation}`;
  const { jit = 'on' } = extension.facts;
  return { key: JSON.stringify([scope, jit, owner]), owner, jit };
}
