import { foldName } from '@mortise/contracts';

/** One entry of a list, read. All names in it are trimmed and folded. */
export type Selector =
  | { readonly kind: 'blank' }
  | { readonly kind: 'everything' }
  | { readonly kind: 'prefix'; readonly name: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'plugin'; readonly name: string }
  | { readonly kind: 'category'; readonly name: string }
  | { readonly kind: 'toolset'; readonly name: string }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'mcp'; readonly name: string };

export type QualifiedKind = 'plugin' | 'category' | 'toolset' | 'group' | 'mcp';

const QUALIFIED_KINDS: ReadonlySet<string> = new Set<QualifiedKind>([
  'plugin',
  'category',
  'toolset',
  'group',
  'mcp',
]);

/**
 * Reads the one grammar of all lists (docs/contract.md#l-1): `name`, `prefix*`, `*`, `plugin:<id>`,
 * `category:<x>`, `toolset:<x>`, `group:<x>`, `mcp:<server>`. Never fails: what is none of the
 * others is a name, and a name that no tool has matches nothing. A `*` anywhere but at the end is
 * such a name.
 */
export function parseSelector(text: string): Selector {
  const folded = foldName(text.trim());
  if (folded === '') return { kind: 'blank' };
  if (folded === '*') return { kind: 'everything' };
  const colon = folded.indexOf(':');
  const qualifier = folded.slice(0, Math.max(colon, 0)).trim();
  if (isQualifiedKind(qualifier)) {
    return { kind: qualifier, name: folded.slice(colon + 1).trim() };
  }
  return folded.endsWith('*')
    ? { kind: 'prefix', name: folded.slice(0, -1) }
    : { kind: 'name', name: folded };
}

function isQualifiedKind(text: string): text is QualifiedKind {
  return QUALIFIED_KINDS.has(text);
}
