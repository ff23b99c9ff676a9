import { Type } from '@sinclair/typebox';
import type { JsonValue } from '../json.ts';
import { formatSize, parseSize } from '../text/byte-size.ts';
import { type Asker, defineCapability, defineOperation } from './capability-definition.ts';
import { meetBounds } from './meet-lists.ts';
import { closed, Json, oneOf, options, Reason } from './schema-parts.ts';

/**
 * Who shares what is stored. What crosses agents (`crosses` says how) is not granted unless it is named;
 * what is kept per user is refused to calls without one.
 */
export const STORAGE_SHARING = {
  'tool-private': { words: 'each tool keeps its own', isPerUser: false },
  session: { words: 'all its tools share it within a session', isPerUser: false },
  agent: { words: 'all its tools share it for one agent', isPerUser: false },
  user_agent: { words: 'all its tools share it for one user of one agent', isPerUser: true },
  user: {
    ...{ words: 'all agents share what it keeps for one user', isPerUser: true },
    crosses: 'storage that all agents share for one user',
  },
  shared: {
    ...{ words: 'all agents share what it keeps', isPerUser: false },
    crosses: 'storage that all agents share',
  },
} as const satisfies Readonly<Record<string, StorageSharing>>;

interface StorageSharing {
  readonly words: string;
  readonly isPerUser: boolean;
  readonly crosses?: string;
}

export type StorageScope = keyof typeof STORAGE_SHARING;
export const STORAGE_SCOPES = Object.keys(STORAGE_SHARING) as readonly StorageScope[];

const LONGEST_KEY = 256;
const LONGEST_TTL_MS = 10 * 365 * 86_400_000;

const STANDARD = { scope: 'tool-private', quotaBytes: 1_000_000, valueBytes: 256_000 } as const;

const scope = Type.Optional(
  oneOf(
    STORAGE_SCOPES,
    'Who shares what is stored: `tool-private` one tool of one agent (if absent), `session` all tools in one session, `agent` all tools of one agent, `user_agent` all tools for one user of one agent, `user` all tools and agents for one user, `shared` all agents.',
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
  example: '{}',
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
    ...(crossing(asked) !== undefined && { scope: asked }),
    ...(quotaBytes !== undefined && { quotaBytes }),
  }),
  asks: ({ scope: asked, quotaBytes = STANDARD.quotaBytes }) => [
    { what: 'key-value storage', mostBytes: quotaBytes },
    ...[crossing(asked)].flatMap((what) => (what === undefined ? [] : [{ what }])),
  ],
  values: {
    form: `a size such as 1MB, or one of ${STORAGE_SCOPES.join(', ')}`,
    list: ({ scope: granted, quotaBytes = STANDARD.quotaBytes }) => [
      {
        value: formatSize(quotaBytes),
        words: `keeps up to ${formatSize(quotaBytes)}${crossing(granted) === undefined ? ' per agent' : ''}${isPerUser(granted) ? ' for each user' : ''}`,
      },
      ...(granted === undefined ? [] : [{ value: granted, words: STORAGE_SHARING[granted].words }]),
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
  needsReason: ({ scope: asked }) => crossing(asked),
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
    compareAndSet: defineOperation({
      summary:
        'Keeps a JSON value if the key still has the expected one (`null` for a key that was never set); answers whether it did.',
      call: (
        key: string,
        expected: JsonValue,
        value: JsonValue,
        settings?: typeof SetOptions.static,
      ) => ({ key, expected, value, options: settings }),
      input: Type.Object(
        { key: Key, expected: Json, value: Json, options: Type.Optional(SetOptions) },
        closed,
      ),
      output: Type.Boolean(),
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

/** What is crossed by a scope that crosses agents. */
function crossing(scope: StorageScope | undefined): string | undefined {
  if (scope === undefined) return undefined;
  const sharing: StorageSharing = STORAGE_SHARING[scope];
  return sharing.crosses;
}

function isPerUser(scope: StorageScope | undefined): boolean {
  return scope !== undefined && STORAGE_SHARING[scope].isPerUser;
}

/**
 * `shared` includes every other scope; no other includes a second one; none at all means any that crosses no
 * agents. A manifest that asks for more than was granted has what was granted, and stays apart per user if
 * it asked for that.
 */
function meetScopes(
  granted: StorageScope | undefined,
  asked: StorageScope | undefined,
  asker: Asker,
): StorageScope | undefined | 'nothing' {
  const isWide = crossing(asked) !== undefined;
  if (asker === 'manifest') {
    if (isWide && granted === 'shared') return asked;
    if (isWide) return granted ?? (asked === 'user' ? 'user_agent' : undefined);
    if (crossing(granted) !== undefined) granted = undefined;
  }
  if (asked === undefined) return granted;
  const isWithin = granted === asked || granted === 'shared' || (granted === undefined && !isWide);
  return isWithin ? asked : 'nothing';
}

const MOST_BYTES = 1_000_000_000;

function readQuota(text: string): number | undefined {
  const size = parseSize(text);
  return size !== undefined && size >= 1 && size <= MOST_BYTES ? size : undefined;
}
