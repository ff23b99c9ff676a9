import { CapabilityRefusal, IgnoreRules, type OperationInput } from '@mortise/contracts';
import type { DescriptorPaths } from './descriptor-paths.ts';
import type { FileReach } from './file-reach.ts';
import { type EntryKind, readEntries } from './list-directory.ts';
import { openRegularFile } from './open-regular-file.ts';
import { PinnedDirectory } from './pinned-directory.ts';
import { readRange } from './read-file.ts';
import type { WalkBudget } from './walk-budget.ts';

export type WalkOptions = NonNullable<OperationInput<'fs_reach', 'walk'>['options']>;

export interface WalkParts {
  readonly reach: FileReach;
  readonly descriptors: DescriptorPaths;
  readonly options: Pick<WalkOptions, 'ignore' | 'gitignore' | 'depth' | 'after'>;
  readonly budget: WalkBudget;
}

export interface WalkEntry {
  /** Relative to where the walk began. */
  readonly path: string;
  readonly name: string;
  readonly kind: EntryKind;
}

/** Entries that follow each other in one folder, which is open until the next run is asked for. */
export interface WalkRun {
  readonly directory: PinnedDirectory;
  readonly entries: readonly WalkEntry[];
}

const STANDARD_DEPTH = 64;
const RUN_LENGTH = 32;
const MOST_IN_FOLDER = 50_000;
const GITIGNORE_BYTES = 100_000;
/** What a walk goes round instead of ending: gone meanwhile, no right to enter, no folder any more. */
const GOES_ROUND: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'ENOENT', 'ELOOP', 'ENOTDIR']);

interface Place {
  readonly directory: PinnedDirectory;
  readonly folder: readonly string[];
  /** What is left of the path to go on behind; empty if everything here is new. */
  readonly after: readonly string[];
  readonly rules: readonly ScopedRules[];
}

interface ScopedRules {
  readonly depth: number;
  readonly rules: IgnoreRules;
}

/**
 * Everything below a folder, names in order, a folder before what is in it. Links are named and not
 * followed; what cannot or must not be entered is gone round. Ends early when the budget does.
 */
export async function* walkFolder(
  directory: PinnedDirectory,
  parts: WalkParts,
): AsyncGenerator<WalkRun, void, undefined> {
  const { ignore = [], after } = parts.options;
  const rules = ignore.length === 0 ? [] : [{ depth: 0, rules: new IgnoreRules(ignore) }];
  const rest = after === undefined ? [] : after.split('/');
  yield* walkPlace({ directory, folder: [], after: rest, rules }, parts);
}

async function* walkPlace(
  place: Place,
  parts: WalkParts,
): AsyncGenerator<WalkRun, void, undefined> {
  const { directory, folder, after } = place;
  const { options, budget, reach } = parts;
  const { entries, more } = await readEntries(directory, reach, MOST_IN_FOLDER);
  if (more) budget.skip();
  const rules = await withOwnRules(place, parts);
  const [reached = '', ...rest] = after;
  let run: WalkEntry[] = [];
  for (const { name, kind } of entries) {
    if (name < reached) continue;
    const path = [...folder, name];
    if (!budget.take(path.join('/'))) break;
    if (isIgnored(rules, path, kind === 'directory')) continue;
    if (name !== reached) run.push({ path: path.join('/'), name, kind });
    const isEntered = kind === 'directory' && path.length < (options.depth ?? STANDARD_DEPTH);
    if (run.length < RUN_LENGTH && !isEntered) continue;
    yield { directory, entries: run };
    run = [];
    if (!isEntered) continue;
    yield* enter({ ...place, folder: path, after: name === reached ? rest : [], rules }, parts);
  }
  if (run.length > 0) yield { directory, entries: run };
}

async function* enter(outer: Place, parts: WalkParts): AsyncGenerator<WalkRun, void, undefined> {
  const { reach, descriptors, budget } = parts;
  const path = outer.directory.child(outer.folder.at(-1) ?? '.');
  let inner: PinnedDirectory;
  try {
    inner = await PinnedDirectory.open(path, reach, descriptors);
  } catch (error) {
    if (!isGoneRound(error)) throw error;
    budget.skip();
    return;
  }
  await using directory = inner;
  yield* walkPlace({ ...outer, directory }, parts);
}

/** Of several that fit, the deepest file and its last line count. */
function isIgnored(
  scoped: readonly ScopedRules[],
  path: readonly string[],
  isFolder: boolean,
): boolean {
  for (const { depth, rules } of scoped.toReversed()) {
    const verdict = rules.decide(path.slice(depth), isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

async function withOwnRules(
  { directory, folder, rules }: Place,
  { options, reach, descriptors }: WalkParts,
): Promise<readonly ScopedRules[]> {
  if (options.gitignore !== true) return rules;
  try {
    const access = { reach, descriptors, allowHardLinks: false };
    const opened = await openRegularFile({ directory, name: '.gitignore' }, access);
    await using _handle = opened.handle;
    const { bytes } = await readRange(opened, { length: GITIGNORE_BYTES }, GITIGNORE_BYTES);
    const lines = new IgnoreRules(bytes.toString('utf8').split('\n'));
    return [...rules, { depth: folder.length, rules: lines }];
  } catch (error) {
    if (isGoneRound(error)) return rules;
    throw error;
  }
}

/** Whether an error concerns one file or folder only, and the others can be gone on with. */
export function isGoneRound(error: unknown): boolean {
  if (CapabilityRefusal.is(error)) return true;
  return error instanceof Error && GOES_ROUND.has(Reflect.get(error, 'code'));
}
