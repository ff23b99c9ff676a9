import { ACCESS_KEYS, type AgentConfig, foldName, keyPath, nearestName } from '@mortise/contracts';
import { splitPath } from '@mortise/host';
import { type ConfigSegments, valueAt } from '../config/edit-config-list.ts';
import { CliFault } from '../output/cli-fault.ts';
import type { EditCandidate } from './edit-candidates.ts';

/** A list with what is written in it, entry by entry. */
export interface WrittenList {
  readonly path: string;
  readonly entries: readonly string[];
  /** Without it an allow list of its layer would be gone, not empty. */
  readonly isAllow: boolean;
}

/** The lists of an agent in which `allow`, or `deny`, writes. */
export function listsOf(
  kind: 'allow' | 'deny',
  agent: AgentConfig,
  plain: unknown,
): readonly WrittenList[] {
  const { policy } = agent;
  if (kind === 'deny') return [writtenList(keyPath(ACCESS_KEYS, policy, 'deny'), plain)];
  return [
    { ...writtenList(keyPath(ACCESS_KEYS, policy, 'allow'), plain), isAllow: true },
    writtenList(keyPath(ACCESS_KEYS, policy, 'alsoAllow'), plain),
    ...(agent.tools === undefined ? [] : [writtenList(`${agent.path}.tools`, plain)]),
  ];
}

/** What a file has at a path; an entry with overrides counts by its name. */
export function writtenList(path: string, plain: unknown): WrittenList {
  const segments: ConfigSegments = splitPath(path);
  const value = valueAt(plain, segments);
  const entries = (Array.isArray(value) ? value : []).map((entry: unknown) =>
    typeof entry === 'object' && entry !== null ? (Object.keys(entry)[0] ?? '') : String(entry),
  );
  return { path, entries, isAllow: segments.at(-1) === 'allow' };
}

/**
 * The ways to take entries out of lists. A list that opts in and is left empty would be a ceiling over
 * everything, so it may have to go as a whole.
 */
export function removeCandidates(
  lists: readonly WrittenList[],
  texts: readonly string[],
): readonly EditCandidate[] {
  const holding = lists.filter(({ entries }) => entries.some((entry) => isOneOf(entry, texts)));
  const shorten = (list: WrittenList): EditCandidate => ({
    edits: [{ kind: 'remove', path: splitPath(list.path), positions: positionsOf(list, texts) }],
    lists: [list.path],
  });
  const drop = (list: WrittenList): EditCandidate =>
    list.isAllow && positionsOf(list, texts).length === list.entries.length
      ? { edits: [{ kind: 'delete', path: splitPath(list.path) }], lists: [list.path] }
      : shorten(list);
  return [holding.map(shorten), holding.map(drop)].map((parts) => ({
    edits: parts.flatMap(({ edits }) => edits),
    lists: parts.flatMap((part) => part.lists),
  }));
}

/** Throws `entry_missing` for what stands in none of the lists. */
export function requireEntries(lists: readonly WrittenList[], texts: readonly string[]): void {
  const entries = lists.flatMap((list) => list.entries);
  const missing = texts.find((text) => !entries.some((entry) => isOneOf(entry, [text])));
  if (missing === undefined) return;
  const near = nearestName(missing, entries);
  throw new CliFault('usage', {
    code: 'entry_missing',
    message: `"${missing}" stands in none of ${lists.map(({ path }) => path).join(', ')}; nothing was changed.`,
    hint:
      near === undefined
        ? `There stand: ${entries.join(', ') || 'no entries'}.`
        : `Did you mean "${near}"?`,
  });
}

function positionsOf({ entries }: WrittenList, texts: readonly string[]): readonly number[] {
  return entries.flatMap((entry, at) => (isOneOf(entry, texts) ? [at] : []));
}

function isOneOf(entry: string, texts: readonly string[]): boolean {
  return texts.some((text) => foldName(text.trim()) === foldName(entry.trim()));
}
