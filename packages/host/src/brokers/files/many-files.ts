import {
  CAPABILITIES,
  type CapabilitySubject,
  findLines,
  IgnoreRules,
  type LineFinder,
  type OperationInput,
  type OperationOutput,
} from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';
import type { FileAccess } from './file-operations.ts';
import { type FileReach, openReach } from './file-reach.ts';
import { type Location, locate } from './locate.ts';
import { openRegularFile } from './open-regular-file.ts';
import { PinnedDirectory } from './pinned-directory.ts';
import { readRange } from './read-file.ts';
import { WalkBudget } from './walk-budget.ts';
import { isGoneRound, type WalkEntry, type WalkRun, walkFolder } from './walk-folder.ts';

const { standard } = CAPABILITIES.fs_reach;
const STANDARD_LIMIT = { walk: 1_000, search: 100, readMany: 1_000 } as const;
const LINES_PER_FILE = 20;

type Input<Name extends 'walk' | 'search' | 'readMany'> = OperationInput<'fs_reach', Name>;
type Output<Name extends 'walk' | 'search' | 'readMany'> = OperationOutput<'fs_reach', Name>;

export interface ManyAccess extends FileAccess {
  readonly subject: Pick<CapabilitySubject, 'signal'>;
}

export async function walkFiles(input: Input<'walk'>, access: ManyAccess): Promise<Output<'walk'>> {
  const { limit = STANDARD_LIMIT.walk } = input.options ?? {};
  const budget = openBudget(access, standard.searchBytes);
  const entries: { path: string; kind: WalkEntry['kind'] }[] = [];
  for await (const run of runsOf(input, access, budget)) {
    for (const { path, kind } of run.entries) {
      if (entries.length < limit) entries.push({ path, kind });
      else budget.stop('limit');
    }
    if (budget.isFull) break;
  }
  return { entries, ...stateOf(budget, entries.at(-1)?.path) };
}

export async function searchFiles(
  input: Input<'search'>,
  access: ManyAccess,
): Promise<Output<'search'>> {
  const { ignoreCase = false, limit = STANDARD_LIMIT.search } = input.options ?? {};
  if (/[\n\r]/.test(input.text)) throw failed('Lines are searched one by one; it has a line end.');
  const find = findLines(input.text, ignoreCase);
  const budget = openBudget(access, standard.searchBytes);
  const tally = { searched: 0, unreadable: 0, matches: 0, last: undefined as string | undefined };
  const files: Output<'search'>['files'][number][] = [];
  for await (const read of filesOf(input, access, budget)) {
    tally.last = read.path;
    if (read.text === undefined) tally.unreadable += 1;
    else {
      tally.searched += 1;
      const found = describeMatches(read.path, read.text, find);
      tally.matches += found.total;
      if (found.total > 0 || read.isPartly) files.push({ ...found, isPartly: read.isPartly });
    }
    if (tally.matches >= limit) budget.stop('limit');
    if (budget.isFull) break;
  }
  const { searched, unreadable } = tally;
  return { files, searched, unreadable, ...stateOf(budget, tally.last) };
}

export async function readManyFiles(
  input: Input<'readMany'>,
  access: ManyAccess,
): Promise<Output<'readMany'>> {
  const { limit = STANDARD_LIMIT.readMany } = input.options ?? {};
  const budget = openBudget(access, access.grant.maxReadBytes ?? standard.maxReadBytes);
  const files: Output<'readMany'>['files'][number][] = [];
  let unreadable = 0;
  let last: string | undefined;
  for await (const { path, text, isPartly } of filesOf(input, access, budget)) {
    last = path;
    if (text === undefined) unreadable += 1;
    else files.push({ path, content: text, isPartly });
    if (files.length >= limit) budget.stop('limit');
    if (budget.isFull) break;
  }
  return { files, unreadable, ...stateOf(budget, last) };
}

interface ReadFile {
  readonly path: string;
  /** Absent if it is not text, or could not be read. */
  readonly text?: string;
  readonly isPartly: boolean;
}

/** The files that are asked for, in order, each run of them read at once. */
async function* filesOf(
  input: Input<'search'> | Input<'readMany'>,
  access: ManyAccess,
  budget: WalkBudget,
): AsyncGenerator<ReadFile, void, undefined> {
  const { only = [], bytesPerFile = standard.maxReadBytes } = input.options ?? {};
  const most = Math.min(bytesPerFile, access.grant.maxReadBytes ?? standard.maxReadBytes);
  const wanted = only.length === 0 ? undefined : new IgnoreRules(only);
  const isWanted = ({ path, kind }: WalkEntry) =>
    kind === 'file' && (wanted?.decide(path.split('/'), false) ?? wanted === undefined);
  for await (const { directory, entries } of runsOf(input, access, budget)) {
    const parts = { access, reach: directory.reach, most };
    for (const batch of batchesOf(entries.filter(isWanted))) {
      const read = await Promise.all(batch.map((entry) => readOne(entry, directory, parts)));
      for (const file of read) {
        // What does not fit any more is read again by the next operation, which goes on behind the last.
        if (budget.isFull) return;
        budget.spend(Buffer.byteLength(file.text ?? ''));
        yield file;
      }
    }
  }
}

const AT_ONCE = 8;

function* batchesOf(entries: readonly WalkEntry[]): Generator<readonly WalkEntry[]> {
  for (let at = 0; at < entries.length; at += AT_ONCE) yield entries.slice(at, at + AT_ONCE);
}

interface ReadParts {
  readonly access: ManyAccess;
  readonly reach: FileReach;
  readonly most: number;
}

async function readOne(
  { path, name }: WalkEntry,
  directory: PinnedDirectory,
  { access, reach, most }: ReadParts,
): Promise<ReadFile> {
  try {
    const { grant, descriptors } = access;
    const rules = { reach, descriptors, allowHardLinks: grant.allowHardLinks === true };
    const opened = await openRegularFile({ directory, name }, rules);
    await using _handle = opened.handle;
    const isPartly = opened.stats.size > most;
    const { bytes } = await readRange(opened, { length: most }, most);
    if (bytes.includes(0)) return { path, isPartly: false };
    const text = bytes.toString('utf8');
    // At the end of a part a character may be cut; elsewhere a replacement means that it is no text.
    return text.slice(0, -1).includes('\ufffd')
      ? { path, isPartly: false }
      : { path, text, isPartly };
  } catch (error) {
    if (isGoneRound(error)) return { path, isPartly: false };
    throw error;
  }
}

function describeMatches(path: string, text: string, find: LineFinder) {
  const { lines, total } = find(text, LINES_PER_FILE);
  return { path, total, lines };
}

async function* runsOf(
  { path, options = {} }: Input<'walk'> | Input<'search'> | Input<'readMany'>,
  { grant, descriptors, hostFiles }: ManyAccess,
  budget: WalkBudget,
): AsyncGenerator<WalkRun, void, undefined> {
  const { read = [], write = [] } = grant;
  const reach = await openReach(read, read[0] ?? write[0], { hostFiles });
  const location = await locate(path, { reach, descriptors, end: 'follow' });
  await using outer = location.directory;
  if (location.name === '.') {
    yield* walkFolder(outer, { reach, descriptors, options, budget });
    return;
  }
  const inner = await openFolder(location, reach, descriptors);
  // A file by itself is a walk of one.
  if (inner === undefined) {
    const { name } = location;
    yield { directory: outer, entries: [{ path: name, name, kind: 'file' }] };
    return;
  }
  await using directory = inner;
  yield* walkFolder(directory, { reach, descriptors, options, budget });
}

async function openFolder(
  { directory, name }: Location,
  reach: FileReach,
  descriptors: ManyAccess['descriptors'],
): Promise<PinnedDirectory | undefined> {
  try {
    return await PinnedDirectory.open(directory.child(name), reach, descriptors);
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOTDIR') return undefined;
    throw error;
  }
}

function openBudget({ subject }: ManyAccess, bytes: number): WalkBudget {
  return new WalkBudget(
    { most: standard.searchFiles, ms: standard.searchMs, bytes },
    subject.signal,
  );
}

/** Where to go on: behind the last that was taken if that was enough, else behind all that was seen. */
function stateOf({ skipped, stopped, isFull, reached }: WalkBudget, taken: string | undefined) {
  if (stopped === undefined) return { skipped };
  const last = isFull ? taken : reached;
  return { skipped, stopped, ...(last === undefined ? {} : { last }) };
}
