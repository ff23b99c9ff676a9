import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { isRecord, type PackageView } from '../files/package-view.ts';
import { isUnder } from '../files/path-inside.ts';
import { foldersAbove } from './installed-folder.ts';
import { matchesFolder } from './match-folder.ts';

const MOST_PATTERNS = 500;
const load = createRequire(import.meta.url);

interface Workspace {
  readonly root: string;
  /** As pnpm and npm write them; those that begin with `!` take out. */
  readonly patterns: readonly string[];
}

/**
 * Whether two packages are members of the workspace around them, so that a package manager links
 * the one into the other. The folder of the workspace itself is no member: it holds everything.
 */
export function areFellowMembers(one: string, other: string, view: PackageView): boolean {
  const workspace = findWorkspace(one, view);
  return workspace !== undefined && isMember(one, workspace) && isMember(other, workspace);
}

function isMember(folder: string, { root, patterns }: Workspace): boolean {
  if (folder === root || !isUnder(folder, root)) return false;
  const inside = relative(root, folder);
  const isMatched = (pattern: string) => matchesFolder(inside, pattern);
  const isLeftOut = patterns.some((each) => each.startsWith('!') && isMatched(each.slice(1)));
  return !isLeftOut && patterns.some((each) => !each.startsWith('!') && isMatched(each));
}

/** The nearest one around a package, as package managers look for it. */
function findWorkspace(member: string, view: PackageView): Workspace | undefined {
  for (const root of foldersAbove(dirname(member))) {
    const text = view.readText(join(root, 'pnpm-workspace.yaml'));
    const listed =
      text === undefined
        ? view.readObject(join(root, 'package.json'))?.['workspaces']
        : readYaml(text);
    if (listed !== undefined) return { root, patterns: patternsOf(listed) };
  }
  return undefined;
}

function readYaml(text: string): unknown {
  try {
    const { parse } = load('yaml') as typeof import('yaml');
    return parse(text) ?? {};
  } catch {
    // A file that cannot be read makes nothing a member.
    return {};
  }
}

/** A list, or `packages` of what pnpm and Yarn write. */
function patternsOf(listed: unknown): readonly string[] {
  const list = isRecord(listed) ? listed['packages'] : listed;
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, MOST_PATTERNS)
    .filter((each) => typeof each === 'string')
    .map((each) => each.replace(/^(!?)(?:\.?\/)+/, '$1').replace(/\/+$/, ''));
}
