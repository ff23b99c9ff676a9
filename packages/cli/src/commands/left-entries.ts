import { type Diagnostic, type HostConfig, quoteName } from '@mortise/contracts';
import type { Host } from '@mortise/host';

/** An entry of a list that opens, for a tool or an extension that is gone. */
export interface LeftEntry {
  readonly text: string;
  readonly path: string;
  /** What to type to take it out; absent where no agent has the list to itself. */
  readonly command?: string;
}

const ABSENT: ReadonlySet<string> = new Set(['unmatched_selector', 'unregistered_tool']);

/** What matches nothing, by where it stands. */
export function unmatchedPlaces(host: Host, config: HostConfig): ReadonlySet<string> {
  return new Set(unmatched(host, config).map(placeOf));
}

/**
 * The entries that match nothing any more. They stay, and another extension that brings a tool of the
 * name would have it at once, so they are said. What is denied may stay denied.
 */
export function leftEntries(
  host: Host,
  config: HostConfig,
  known: ReadonlySet<string>,
): readonly LeftEntry[] {
  return unmatched(host, config)
    .filter((each) => !known.has(placeOf(each)) && !/\bdeny\[\d+\]$/.test(each.path ?? ''))
    .map(({ subject: text, path: full = '' }) => {
      // A static tool is named once more behind its place.
      const path = full.replace(/(\[\d+\])\.[^[\]]+$/, '$1');
      return { text, path, ...commandFor(text, path, config) };
    });
}

export function formatLeft(entries: readonly LeftEntry[]): string {
  return entries
    .map(({ text, path, command }) => {
      const out = command === undefined ? '' : `; take it out: ${command}`;
      return `\n  ! ${quoteName(text)} stays in ${path} and counts for any extension that brings it${out}`;
    })
    .join('');
}

function unmatched(host: Host, config: HostConfig): readonly Diagnostic[] {
  return host.check(config).filter(({ code }) => ABSENT.has(code));
}

const placeOf = ({ subject, path = '' }: Diagnostic) => `${path} ${subject}`;

function commandFor(text: string, path: string, config: HostConfig): { command?: string } {
  const agent = config.agents.find((each) => path.startsWith(`${each.path}.`));
  if (agent === undefined) return {};
  const isUsual = /\.(?:allow|alsoAllow|tools)\[\d+\]$/.test(path);
  const list = isUsual ? '' : ` --list ${path.replace(/\[\d+\]$/, '')}`;
  return { command: `mortise allow ${quoteName(agent.id)} ${quoteName(text)} --remove${list}` };
}
