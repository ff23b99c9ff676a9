import { findLines, IgnoreRules, type OperationInput } from '@mortise/contracts';

type WalkOptions = NonNullable<OperationInput<'fs_reach', 'walk'>['options']>;
type FileOptions = NonNullable<OperationInput<'fs_reach', 'search'>['options']>;

interface FakeEntry {
  readonly path: string;
  readonly kind: 'file' | 'directory';
}

/** What a host answers when it is asked of many files at once, from files in a map. */
export function fakeWalk(
  files: ReadonlyMap<string, string>,
  folder: string,
  options: WalkOptions = {},
) {
  const { limit = 1_000 } = options;
  const entries = entriesBelow(files, folder, options);
  return { entries: entries.slice(0, limit), ...stateOf(entries, limit) };
}

export function fakeSearch(
  files: ReadonlyMap<string, string>,
  { path: folder, text, options = {} }: OperationInput<'fs_reach', 'search'>,
) {
  const { limit = 100, ignoreCase = false } = options;
  const find = findLines(text, ignoreCase);
  const found: { path: string; total: number; lines: { line: number; text: string }[] }[] = [];
  const wanted = filesBelow(files, folder, options);
  let searched = 0;
  let matches = 0;
  for (const { path } of wanted) {
    if (matches >= limit) break;
    const { lines, total } = find(files.get(place(folder, path)) ?? '', 20);
    searched += 1;
    matches += total;
    if (total > 0) found.push({ path, total, lines: [...lines] });
  }
  return {
    files: found.map((each) => ({ ...each, isPartly: false })),
    ...{ searched, unreadable: 0 },
    ...stateOf(wanted, searched),
  };
}

export function fakeReadMany(
  files: ReadonlyMap<string, string>,
  folder: string,
  options: FileOptions = {},
) {
  const { limit = 1_000 } = options;
  const wanted = filesBelow(files, folder, options);
  const read = wanted.slice(0, limit).map(({ path }) => ({
    ...{ path, isPartly: false },
    content: files.get(place(folder, path)) ?? '',
  }));
  return { files: read, unreadable: 0, ...stateOf(wanted, limit) };
}

function stateOf(entries: readonly FakeEntry[], taken: number) {
  const last = entries[taken - 1];
  if (entries.length <= taken || last === undefined) return { skipped: 0 };
  return { skipped: 0, stopped: 'limit' as const, last: last.path };
}

function filesBelow(
  files: ReadonlyMap<string, string>,
  folder: string,
  options: FileOptions,
): readonly FakeEntry[] {
  const only = options.only === undefined ? undefined : new IgnoreRules(options.only);
  return entriesBelow(files, folder, options).filter(
    ({ path, kind }) =>
      kind === 'file' && (only === undefined || only.decide(path.split('/'), false) === true),
  );
}

function entriesBelow(
  files: ReadonlyMap<string, string>,
  folder: string,
  { ignore = [], depth = 64, after }: WalkOptions,
): readonly FakeEntry[] {
  const rules = new IgnoreRules(ignore);
  const kinds = new Map<string, FakeEntry['kind']>();
  for (const path of files.keys()) {
    if (!path.startsWith(place(folder, ''))) continue;
    const parts = path.slice(place(folder, '').length).split('/');
    for (let end = 1; end <= Math.min(parts.length, depth); end += 1) {
      const above = parts.slice(0, end);
      const isFolder = end < parts.length;
      if (rules.decide(above, isFolder) === true) break;
      kinds.set(above.join('/'), isFolder ? 'directory' : 'file');
    }
  }
  return [...kinds]
    .map(([path, kind]) => ({ path, kind }))
    .filter(({ path }) => after === undefined || inOrder(after, path) < 0)
    .sort((one, other) => inOrder(one.path, other.path));
}

/** A folder before what is in it, names in order. */
function inOrder(one: string, other: string): number {
  const [first, second] = [one.split('/').join('\0'), other.split('/').join('\0')];
  return first < second ? -1 : first > second ? 1 : 0;
}

function place(folder: string, path: string): string {
  return folder.endsWith('/') ? `${folder}${path}` : `${folder}/${path}`;
}
