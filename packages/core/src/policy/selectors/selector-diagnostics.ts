import { type Diagnostic, ERROR_CODES, nearestName } from '@mortise/contracts';
import type { ConfigIndex } from './config-index.ts';
import { parseSelector } from './parse-selector.ts';
import { BUILT_IN_GROUPS } from './selector-compiler.ts';
import type { ListEntry, SelectorList } from './selector-list.ts';
import type { ToolIndex } from './tool-index.ts';

/** Looking for a near name costs a walk over all tools; a list of junk must not cost thousands. */
export const MOST_SUGGESTIONS = 10;

export interface ListDiagnosticParts {
  readonly index: ToolIndex;
  readonly config: ConfigIndex;
  readonly layer: string;
}

/** What is odd about a list: the entries that match nothing. */
export function diagnoseList(
  list: SelectorList,
  parts: ListDiagnosticParts,
): readonly Diagnostic[] {
  const unmatched = list.entries.filter(({ compiled }) => compiled.matches.length === 0);
  return unmatched.map((entry, at) => unmatchedSelector(entry, parts, at < MOST_SUGGESTIONS));
}

function unmatchedSelector(
  { selector, compiled }: ListEntry,
  parts: ListDiagnosticParts,
  suggests: boolean,
): Diagnostic {
  const { text, path } = selector;
  const { summary, hint } = ERROR_CODES.unmatched_selector;
  const near = suggests && !compiled.isKnown ? nearestSelector(text, parts) : undefined;
  const strictly = parts.config.config.strict ? 'error' : 'warning';
  return Object.freeze({
    code: 'unmatched_selector',
    severity: compiled.isKnown ? 'info' : strictly,
    subject: text,
    path,
    layer: parts.layer,
    message: `${summary} "${text}" (${path}).`,
    hint: near === undefined ? hint : `Did you mean "${near}"? ${hint}`,
  });
}

/** What may have been meant by a text that matches nothing. */
export function nearestSelector(
  text: string,
  parts: Pick<ListDiagnosticParts, 'index' | 'config'>,
): string | undefined {
  const { kind } = parseSelector(text);
  if (kind === 'blank' || kind === 'prefix' || kind === 'everything') return undefined;
  const { index } = parts;
  return kind === 'name'
    ? (nearestName(text, index.spellings()) ?? qualifiedForm(text, index))
    : nearestName(text, [...groupSpellings(parts.config), ...index.qualifiedSpellings()]);
}

// `fs` for a toolset or a category of that name is a slip of the grammar, not of the keys.
function qualifiedForm(text: string, index: ToolIndex): string | undefined {
  const { name } = { name: '', ...parseSelector(text) };
  return [...index.qualifiedSpellings()].find((each) => each.endsWith(`:${name}`));
}

function groupSpellings(config: ConfigIndex): readonly string[] {
  const own = [...config.groups()].map(({ name }) =>
    name.startsWith('group:') ? name : `group:${name}`,
  );
  return [...BUILT_IN_GROUPS.map((name) => `group:${name}`), ...own];
}
