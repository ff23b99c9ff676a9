import { foldName } from '@mortise/contracts';

/** The kinds of subagent with the loadout each works with. */
const SUBAGENT_LOADOUTS: ReadonlyMap<string, string> = new Map([
  ['explore', 'research'],
  ['task', 'minimal'],
  ['plan', 'developer'],
  ['review', 'developer'],
  ['general', 'full'],
]);

const FALLBACK_PLUGINS: ReadonlyMap<string, readonly string[]> = new Map([
  ['explore', ['file', 'search', 'git', 'memory']],
  ['task', ['shell', 'file', 'search']],
  ['plan', ['file', 'search', 'memory', 'git']],
  ['review', ['file', 'search', 'git']],
  ['general', ['file', 'search', 'git', 'shell', 'web', 'memory']],
]);

/** The loadout of a kind of subagent; `undefined` for an unknown kind. */
export function loadoutOfSubagent(type: string): string | undefined {
  return SUBAGENT_LOADOUTS.get(foldName(type));
}

/** What a kind of subagent gets where there is no loadout registry; an unknown kind gets nothing. */
export function fallbackPluginsOf(type: string): readonly string[] {
  return FALLBACK_PLUGINS.get(foldName(type)) ?? [];
}
