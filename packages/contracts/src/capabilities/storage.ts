import { Type } from '@sinclair/typebox';
import type { JsonValue } from '../json.ts';
import { formatSize, parseSize } from '../text/byte-size.ts';
import { type Asker, defineCapability, defineOperation } from './capability-definition.ts';
import { meetBounds } from './meet-lists.ts';
import { closed, Json, oneOf, options, Reason } from './schema-parts.ts';

/** Who shares what is stored: one tool or all tools, of one session, one agent or of all agents. */
export const STORAGE_SCOPES = ['tool-private', 'session', 'agent', 'shared'] as const;
export type StorageScope = (typeof STORAGE_SCOPES)[number];

const LONGEST_KEY = 256;
const LONGEST_TTL_MS = 10 * 365 * 86_400_000;

const STANDARD = { scope: 'tool-private', quotaBytes: 1_000_000, valueBytes: 256_000 } as const;

const scope = Type.Optional(
  oneOf(
    STORAGE_SCOPES,
    'Who shares what is stored: `tool-private` one tool of one agent (if absent), `session` all tools in one session, `agent` all tools of one agent, `shared` all agents.',
  ),
);

const Key = Type.String({ minLength: 1, maxLength: LONGEST_KEY });
const KeyInput = Type.Object({ key: Key }, closed);
const SetOptions = options({
  ttlMs: Type.Optional(Type.Integer({ minimum: 1, maximum: LONGEST_TTL_MS })),
});
const ListOptions = options({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  after: Type.Optional(Key),
});

/** JSON values by key, in a namespace of the extension's own. */
export const storageCapability = defineCapability({
  handle: 'storage',
  summary: 'A key-value store of its own.',
  request: Type.Object(
    {
      scope,
      quotaBytes: Type.Optional(
        Type.Integer({ minimum: 1, description: 'Most bytes it wants to keep.' }),
      ),
      reason: Reason,
    },
    closed,
  ),
  grant: Type.Object(
    {
      scope,
      quotaBytes: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000_000,
          description: 'Most bytes it may keep.',
        }),
      ),
    },
    closed,
  ),
  standard: STANDARD,
  narrow: (grant, request, asker) => {
    const met = meetScopes(grant.scope, request.scope, asker);
    if (met === 'nothing') return undefined;
    const quotaBytes = meetBounds(grant.quotaBytes, request.quotaBytes);
    return {
      ...(met !== undefined && { scope: met }),
      ...(quotaBytes !== undefined && { quotaBytes }),
    };
  },
  grantAll: ({ scope: asked, quotaBytes }) => ({
    ...(asked === 'shared' && { scope: asked }),
    ...(quotaBytes !== undefined && { quotaBytes }),
  }),
  asks: ({ scope: asked, quotaBytes = STANDARD.quotaBytes }) => [
    { what: 'key-value storage', mostBytes: quotaBytes },
    ...(asked === 'shared' ? [{ what: 'storage that all agents share' }] : []),
  ],
  values: {
    form: `a size such as 1MB, or one of ${STORAGE_SCOPES.join(', ')}`,
    list: ({ scope: granted, quotaBytes = STANDARD.quotaBytes }) => [
      {
        value: formatSize(quotaBytes),
        words: `keeps up to ${formatSize(quotaBytes)}${granted === 'shared' ? '' : ' per agent'}`,
      },
      ...(granted === undefined ? [] : [{ value: granted, words: SHARED_BY[granted] }]),
    ],
    add: (grant = {}, value) => {
      const known = STORAGE_SCOPES.find((each) => each === value);
      if (known !== undefined) return { ...grant, scope: known };
      const quotaBytes = readQuota(value);
      return quotaBytes === undefined ? undefined : { ...grant, quotaBytes };
    },
    // A store without room for anything is none.
    remove: ({ scope: granted, ...grant }, value) => (value === granted ? grant : undefined),
  },
  needsReason: ({ scope: asked }) =>
    asked === 'shared' ? 'storage that all agents share' : undefined,
  operations: {
    get: defineOperation({
      summary: 'Answers the value of a key, `null` for one that was never set.',
      call: (key: string) => ({ key }),
      input: KeyInput,
      output: Json,
      target: ({ key }) => key,
    }),
    set: defineOperation({
      summary: 'Keeps a JSON value under a key, for `ttlMs` or for good.',
      call: (key: string, value: JsonValue, settings?: typeof SetOptions.static) => ({
        key,
        value,
        options: settings,
      }),
      input: Type.Object({ key: Key, value: Json, options: Type.Optional(SetOptions) }, closed),
      output: Type.Null(),
      target: ({ key }) => key,
    }),
    delete: defineOperation({
      summary: 'Removes a key; answers whether it was there.',
      call: (key: string) => ({ key }),
      input: KeyInput,
      output: Type.Boolean(),
      target: ({ key }) => key,
    }),
    list: defineOperation({
      summary: 'Answers keys in order, at most `limit`; go on with the last one as `after`.',
      call: (prefix?: string, settings?: typeof ListOptions.static) => ({
        prefix,
        options: settings,
      }),
      input: Type.Object(
        {
          prefix: Type.Optional(Type.String({ maxLength: LONGEST_KEY })),
          options: Type.Optional(ListOptions),
        },
        closed,
      ),
      output: Type.Array(Type.String()),
      target: ({ prefix = '' }) => `${prefix}*`,
    }),
  },
});

/** `shared` includes every other scope; no other includes a second one; none at all means any but `shared`. */
function meetScopes(
  granted: StorageScope | undefined,
  asked: StorageScope | undefined,
  asker: Asker,
): StorageScope | undefined | 'nothing' {
  if (asker === 'manifest' && asked !== 'shared')
    granted = granted === 'shared' ? undefined : granted;
  if (asked === undefined || (asker === 'manifest' && asked === 'shared')) return granted;
  const isWithin =
    granted === asked || granted === 'shared' || (granted === undefined && asked !== 'shared');
  return isWithin ? asked : 'nothing';
}

const SHARED_BY: Readonly<Record<StorageScope, string>> = {
  'tool-private': 'each tool keeps its own',
  session: 'all its tools share it within a session',
  agent: 'all its tools share it for one agent',
  shared: 'all agents share what it keeps',
};

const MOST_BYTES = 1_000_000_000;

function readQuota(text: string): number | undefined {
  const size = parseSize(text);
  return size !== undefined && size >= 1 && size <= MOST_BYTES ? size : undefined;
}
