import {
  CAPABILITIES,
  type CapabilityBroker,
  type CapabilitySubject,
  canonicalJson,
  type ExtensionStorage,
  type GrantOf,
  type JsonValue,
  type OperationInput,
  type StorageEntry,
  storageNamespace,
  storageOwner,
} from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';

const { standard } = CAPABILITIES.storage;

/** Who owns what an extension stores, as `storageOwner` says it; `undefined` if it is not loaded. */
export type StorageOwnerOf = (extensionId: string) => string | undefined;

/**
 * Key-value storage: one namespace per owner and scope, each with a quota. Without `ownerOf` the id
 * of an extension is its owner.
 */
export function createStorageBroker(
  storage: ExtensionStorage,
  ownerOf: StorageOwnerOf = (extensionId) => storageOwner(extensionId),
): CapabilityBroker<'storage'> {
  const namespaceOf = (grant: GrantOf<'storage'>, subject: CapabilitySubject) =>
    storageNamespace(grant, subject, requireOwner(ownerOf, subject)) ?? refuseWithoutUser();
  return {
    get: async ({ key }, grant, subject) =>
      parseIfThere(await storage.get(namespaceOf(grant, subject), checkKey(key))),
    set: async (input, grant, subject) => {
      await store(storage, input, { grant, namespace: namespaceOf(grant, subject) });
      return null;
    },
    compareAndSet: async ({ expected, ...input }, grant, subject) => {
      const place = { grant, namespace: namespaceOf(grant, subject) };
      const known = expected === null ? null : canonicalJson(expected);
      return (await store(storage, input, { ...place, expected: known })) === 'stored';
    },
    delete: async ({ key }, grant, subject) =>
      storage.delete(namespaceOf(grant, subject), checkKey(key)),
    list: async ({ prefix = '', options = {} }, grant, subject) =>
      storage.list({
        namespace: namespaceOf(grant, subject),
        prefix: checkKey(prefix),
        limit: options.limit ?? 1_000,
        ...(options.after === undefined ? {} : { after: checkKey(options.after) }),
      }),
  };
}

function parseIfThere(text: string | undefined): JsonValue {
  return text === undefined ? null : JSON.parse(text);
}

/** A call that outlives its extension stores nothing under a name that another may get. */
function requireOwner(ownerOf: StorageOwnerOf, { extensionId }: CapabilitySubject): string {
  const owner = extensionId === undefined ? storageOwner(undefined) : ownerOf(extensionId);
  if (owner === undefined) throw failed('The extension is not loaded any more.');
  return owner;
}

function refuseWithoutUser(): never {
  throw denied(
    'What is stored here is kept per user, and this call has none. Connect with a token of a user: mortise token create --user <user>.',
  );
}

interface StorePlace extends Pick<StorageEntry, 'namespace' | 'expected'> {
  readonly grant: GrantOf<'storage'>;
}

async function store(
  storage: ExtensionStorage,
  { key, value, options }: OperationInput<'storage', 'set'>,
  { grant, ...place }: StorePlace,
): Promise<'stored' | 'changed'> {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > standard.valueBytes) {
    throw failed(`The value is larger than ${standard.valueBytes} bytes.`);
  }
  const quotaBytes = grant.quotaBytes ?? standard.quotaBytes;
  const result = await storage.set({
    ...place,
    key: checkKey(key),
    value: text,
    quotaBytes,
    ...(options?.ttlMs === undefined ? {} : { ttlMs: options.ttlMs }),
  });
  if (result === 'over_quota') throw failed(`Storage is full: ${quotaBytes} bytes are allowed.`);
  if (result === 'too_many_keys') throw failed('Storage is full: it has too many keys.');
  return result;
}

/** Half a surrogate pair has no bytes of its own: two such keys would be one. */
function checkKey(key: string): string {
  if (!key.isWellFormed()) throw failed('A key is well-formed text.');
  return key;
}
