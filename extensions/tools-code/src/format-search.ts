import { countOf, showInline } from '@mortise/extension-text';
import type { SearchReport } from './search-files.ts';

const NAMED_FILES = 5;

/** A report as text: the counts first, because a cut takes the end of a text. */
export function formatSearch(report: SearchReport): string {
  return [`[${summary(report)}]`, ...report.lines].join('\n');
}

function summary(report: SearchReport): string {
  const { matches, matchingFiles, searchedFiles, unreadable, skippedFolders, partly, stopped } =
    report;
  const parts = [
    `${countMatches(matches)} in ${countOf(matchingFiles, 'file')}, ${countOf(searchedFiles, 'file')} searched`,
    ...(unreadable > 0
      ? [`${countOf(unreadable, 'file')} left out: not text, or not readable`]
      : []),
    ...(skippedFolders > 0 ? [`${countOf(skippedFolders, 'folder')} left out: not readable`] : []),
    ...(partly.length > 0
      ? [`only the first 1,000,000 bytes searched of ${nameSome(partly)}`]
      : []),
    ...(stopped === undefined ? [] : [stopNote(report)]),
  ];
  return parts.join('; ');
}

function stopNote({ stopped, last }: SearchReport): string {
  const why = stopped === 'results' ? 'enough results' : 'what one call may take';
  const next =
    last === undefined ? 'search a folder below' : `to go on pass after: ${JSON.stringify(last)}`;
  return `STOPPED at ${why}, not everything was searched; ${next}`;
}

function countMatches(count: number): string {
  return countOf(count, 'matching line');
}

function nameSome(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED_FILES).map(showInline).join(', ');
  return paths.length > NAMED_FILES ? `${named} and ${paths.length - NAMED_FILES} more` : named;
}
