import {
  CAPABILITIES,
  type CapabilityBroker,
  type CapabilitySubject,
  type ExtensionStorage,
  type GrantOf,
  type JsonValue,
  type OperationInput,
  storageNamespace,
} from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';

const { standard } = CAPABILITIES.storage;

/** Key-value storage: one namespace per extension and scope, each with a quota. */
export function createStorageBroker(storage: ExtensionStorage): CapabilityBroker<'storage'> {
  return {
    get: async ({ key }, grant, subject) =>
      parseIfThere(await storage.get(storageNamespace(grant, subject), checkKey(key))),
    set: (input, grant, subject) => store(storage, input, { grant, subject }),
    delete: async ({ key }, grant, subject) =>
      storage.delete(storageNamespace(grant, subject), checkKey(key)),
    list: async ({ prefix = '', options = {} }, grant, subject) =>
      storage.list({
        namespace: storageNamespace(grant, subject),
        prefix: checkKey(prefix),
        limit: options.limit ?? 1_000,
        ...(options.after === undefined ? {} : { after: checkKey(options.after) }),
      }),
  };
}

function parseIfThere(text: string | undefined): JsonValue {
  return text === undefined ? null : JSON.parse(text);
}

interface Owner {
  readonly grant: GrantOf<'storage'>;
  readonly subject: CapabilitySubject;
}

async function store(
  storage: ExtensionStorage,
  { key, value, options }: OperationInput<'storage', 'set'>,
  { grant, subject }: Owner,
): Promise<null> {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > standard.valueBytes) {
    throw failed(`The value is larger than ${standard.valueBytes} bytes.`);
  }
  const quotaBytes = grant.quotaBytes ?? standard.quotaBytes;
  const result = await storage.set({
    namespace: storageNamespace(grant, subject),
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
