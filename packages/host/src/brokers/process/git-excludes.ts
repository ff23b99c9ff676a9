import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isInside } from '../files/file-reach.ts';

const EXCLUDES = '.git-excludes';

export interface GitPlaces {
  /** Granted folders. */
  readonly roots: readonly string[];
  /** What of the host no program reads. */
  readonly hidden: readonly string[];
  /** Where a file for git can be put. */
  readonly temporary: string;
}

/**
 * What git is told, by whatever program starts it, where files of the host lie in a granted folder: it can
 * read none of them, so that `git add -A` would fail, or take a cover for a change. It leaves out those
 * that it does not know, and tells others by size and date, which covers have in common with them.
 */
export function gitExcludes({
  roots,
  hidden,
  temporary,
}: GitPlaces): Readonly<Record<string, string>> {
  const patterns = new Set(hidden.flatMap((path) => patternsOf(path, roots)));
  if (patterns.size === 0) return {};
  const excludes = join(temporary, EXCLUDES);
  writeFileSync(excludes, [...patterns, ''].join('\n'));
  const settings = Object.entries({
    'core.excludesFile': excludes,
    'core.checkStat': 'minimal',
    'core.trustCtime': 'false',
  });
  const variables = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) };
}

/** As seen from each folder that could be the top of a repository. */
function patternsOf(path: string, roots: readonly string[]): readonly string[] {
  const patterns: string[] = [];
  for (let top = dirname(path); roots.some((root) => isInside(top, root)); top = dirname(top)) {
    patterns.push(`/${relative(top, path).replace(/[\\*?[\]!# ]/g, '\\$&')}`);
    if (top === dirname(top)) break;
  }
  return patterns.filter((pattern) => !pattern.includes('\n'));
}
