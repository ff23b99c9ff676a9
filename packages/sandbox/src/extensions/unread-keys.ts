import {
  type EntryKind,
  entryKind,
  listKeys,
  nearestName,
  showOnOneLine,
} from '@mortise/contracts';

/** What an author may write of each kind; what is written beside them is not read. */
const KEYS: { readonly [Kind in EntryKind]: readonly string[] } = {
  tool: [
    ...['name', 'description', 'parameters', 'outputSchema', 'execute', 'capabilities'],
    ...['annotations', 'toolset', 'category', 'timeoutMs', 'maxResultChars', 'mimeType'],
    ...['idempotent', 'sharedOnly', 'alwaysInclude'],
  ],
  prompt: [
    ...['name', 'title', 'description', 'arguments', 'get'],
    ...['capabilities', 'toolset', 'category', 'timeoutMs', 'maxResultChars'],
    ...['idempotent', 'sharedOnly', 'alwaysInclude'],
  ],
  resource: [
    ...['path', 'title', 'description', 'mimeType', 'arguments', 'read'],
    ...['capabilities', 'toolset', 'category', 'timeoutMs', 'maxResultChars'],
    ...['idempotent', 'sharedOnly', 'alwaysInclude'],
  ],
};

/** What other hosts of tools call a part; too far from our word for a slip of a key. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['inputSchema', 'parameters'],
  ['input_schema', 'parameters'],
  ['input', 'parameters'],
  ['args', 'parameters'],
  ['handler', 'execute'],
  ['handle', 'execute'],
  ['run', 'execute'],
  ['call', 'execute'],
  ['exec', 'execute'],
  ['output', 'outputSchema'],
  ['permissions', 'capabilities'],
  ['timeout', 'timeoutMs'],
]);

const MAX_KEY_CHARS = 100;

/** A key as a person may read it: one line, cut. */
export function showKey(rawKey: string): string {
  return showOnOneLine(rawKey.slice(0, MAX_KEY_CHARS));
}

/** Of what was written and is not read, what no kind of this name has, with a word on what was meant. */
export function explainUnread(
  name: string,
  unread: readonly string[],
): readonly { readonly path: string; readonly message: string }[] {
  const keys = KEYS[entryKind(name)];
  return unread
    .filter((key) => !keys.includes(key))
    .map((key) => ({ path: showKey(key), message: `unknown key${meant(key, keys)}` }));
}

/** For the end of a problem: which key of another name may hold what is missing. */
export function likelyKey(wanted: string, unread: readonly string[]): string | undefined {
  return unread.find(
    (key) => OTHER_WORDS.get(key) === wanted || nearestName(key, [wanted]) !== undefined,
  );
}

function meant(key: string, keys: readonly string[]): string {
  const near = OTHER_WORDS.get(key) ?? nearestName(key, keys);
  return near !== undefined && keys.includes(near)
    ? `, did you mean "${near}"?`
    : `; what may stand there: ${listKeys(keys)}`;
}
