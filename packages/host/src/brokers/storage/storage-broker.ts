import type { BrokerSubject, CapabilityBroker, JsonValue, StorageGrant } from '@mortise/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { type BrokerOperation, defineOperation } from '../broker-operation.ts';
import { failed } from '../broker-refusal.ts';
import { type BrokerParts, createBroker } from '../create-broker.ts';
import { interpretGrant } from '../interpret-grant.ts';
import type { SqliteStorage } from './sqlite-storage.ts';

const STANDARD_QUOTA_BYTES = 1_000_000;
const MOST_VALUE_BYTES = 256_000;
const LONGEST_KEY = 256;
const LONGEST_TTL_MS = 10 * 365 * 86_400_000;

export interface StorageBrokerParts extends BrokerParts {
  readonly storage: SqliteStorage;
}

const closed = { additionalProperties: false } as const;
const Key = Type.String({ minLength: 1, maxLength: LONGEST_KEY });
const KeyInput = Type.Object({ key: Key }, closed);
const SetInput = Type.Object(
  {
    key: Key,
    value: Type.Unknown(),
    options: Type.Optional(
      Type.Object(
        { ttlMs: Type.Optional(Type.Integer({ minimum: 1, maximum: LONGEST_TTL_MS })) },
        closed,
      ),
    ),
  },
  closed,
);
const ListInput = Type.Object(
  {
    prefix: Type.Optional(Type.String({ maxLength: LONGEST_KEY })),
    options: Type.Optional(
      Type.Object(
        {
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
          after: Type.Optional(Key),
        },
        closed,
      ),
    ),
  },
  closed,
);

/** Key-value storage: one namespace per extension and scope, each with a quota. */
export function createStorageBroker(parts: StorageBrokerParts): CapabilityBroker {
  const { storage } = parts;
  const operations = new Map([
    ['get', keyOperation((namespace, key) => parseIfThere(storage.get(namespace, key)))],
    ['set', setOperation(storage)],
    ['delete', keyOperation((namespace, key) => storage.delete(namespace, key))],
    ['list', listOperation(storage)],
  ]);
  return createBroker(
    { capability: 'storage', interpretGrant: interpretGrant('storage'), operations },
    parts,
  );
}

function keyOperation(
  answer: (namespace: string, key: string) => JsonValue,
): BrokerOperation<StorageGrant> {
  return defineOperation({
    input: KeyInput,
    parameters: ['key'],
    target: ({ key }) => key,
    run: ({ key }, grant: StorageGrant, subject) =>
      answer(namespaceOf(grant, subject), checkKey(key)),
  });
}

function setOperation(storage: SqliteStorage): BrokerOperation<StorageGrant> {
  return defineOperation({
    input: SetInput,
    parameters: ['key', 'value', 'options'],
    target: ({ key }) => key,
    run: (input, grant: StorageGrant, subject) => store(storage, input, { grant, subject }),
  });
}

function listOperation(storage: SqliteStorage): BrokerOperation<StorageGrant> {
  return defineOperation({
    input: ListInput,
    parameters: ['prefix', 'options'],
    target: ({ prefix = '' }) => `${prefix}*`,
    run: ({ prefix = '', options = {} }, grant: StorageGrant, subject) =>
      storage.list({
        namespace: namespaceOf(grant, subject),
        prefix: checkKey(prefix),
        limit: options.limit ?? 1_000,
        ...(options.after === undefined ? {} : { after: checkKey(options.after) }),
      }),
  });
}

function parseIfThere(text: string | undefined): JsonValue {
  return text === undefined ? null : JSON.parse(text);
}

interface Owner {
  readonly grant: StorageGrant;
  readonly subject: BrokerSubject;
}

function store(
  storage: SqliteStorage,
  { key, value, options }: Static<typeof SetInput>,
  { grant, subject }: Owner,
): null {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > MOST_VALUE_BYTES) {
    throw failed(`The value is larger than ${MOST_VALUE_BYTES} bytes.`);
  }
  const quotaBytes = grant.quotaBytes ?? STANDARD_QUOTA_BYTES;
  const result = storage.set({
    namespace: namespaceOf(grant, subject),
    key: checkKey(key),
    value: text,
    quotaBytes,
    ...(options?.ttlMs === undefined ? {} : { ttlMs: options.ttlMs }),
  });
  if (result === 'over_quota') throw failed(`Storage is full: ${quotaBytes} bytes are allowed.`);
  if (result === 'too_many_keys') throw failed('Storage is full: it has too many keys.');
  return null;
}

/** Half a surrogate pair has no bytes of its own: two such keys would be one. */
function checkKey(key: string): string {
  if (!key.isWellFormed()) throw failed('A key is well-formed text.');
  return key;
}

/** Every part is quoted, so that no id can be written to look like two. */
function namespaceOf({ scope = 'tool-private' }: StorageGrant, subject: BrokerSubject): string {
  const { extensionId, toolName, agentId, sessionKey } = subject;
  switch (scope) {
    case 'tool-private':
      return JSON.stringify([extensionId, scope, toolName]);
    case 'session':
      return JSON.stringify([extensionId, scope, agentId, sessionKey]);
    case 'agent':
      return JSON.stringify([extensionId, scope, agentId]);
    default:
      return scope satisfies never;
  }
}
