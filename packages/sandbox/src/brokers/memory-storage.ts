import type { BrokerReply, BrokerSubject, CapabilityBroker, JsonValue } from '@mortise/contracts';

const DEFAULT_QUOTA_BYTES = 1_000_000;
const MAX_KEY_CHARS = 256;

/**
 * Storage that lives as long as its sandbox: `get`, `set`, `delete` and `list` on JSON values, one
 * namespace per extension and declared scope, each with a quota over keys and values.
 */
export class MemoryStorageBroker implements CapabilityBroker {
  readonly #namespaces = new Map<string, Namespace>();

  async handle(operation: string, input: JsonValue, subject: BrokerSubject): Promise<BrokerReply> {
    const [key, value] = Array.isArray(input) ? input : [];
    const namespace = this.#namespaceOf(subject);
    switch (operation) {
      case 'list':
        return { ok: true, value: namespace.keys(typeof key === 'string' ? key : '') };
      case 'get':
        return withKey(key, (name) => ({ ok: true, value: namespace.get(name) }));
      case 'delete':
        return withKey(key, (name) => ({ ok: true, value: namespace.delete(name) }));
      case 'set':
        return withKey(key, (name) => namespace.set(name, value ?? null, quotaOf(subject.grant)));
      default:
        return failure(`storage has no operation ${operation.slice(0, 50)}`);
    }
  }

  #namespaceOf(subject: BrokerSubject): Namespace {
    const name = namespaceName(subject);
    const known = this.#namespaces.get(name);
    if (known !== undefined) return known;
    const made = new Namespace();
    this.#namespaces.set(name, made);
    return made;
  }
}

class Namespace {
  readonly #values = new Map<string, string>();
  #bytes = 0;

  get(key: string): JsonValue {
    const json = this.#values.get(key);
    return json === undefined ? null : JSON.parse(json);
  }

  set(key: string, value: JsonValue, quotaBytes: number): BrokerReply {
    const json = JSON.stringify(value);
    const bytes =
      this.#bytes - this.#sizeOf(key) + Buffer.byteLength(key) + Buffer.byteLength(json);
    if (bytes > quotaBytes) return failure(`storage is full: ${quotaBytes} bytes are allowed`);
    this.#values.set(key, json);
    this.#bytes = bytes;
    return { ok: true, value: null };
  }

  delete(key: string): boolean {
    this.#bytes -= this.#sizeOf(key);
    return this.#values.delete(key);
  }

  keys(prefix: string): readonly string[] {
    return [...this.#values.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  #sizeOf(key: string): number {
    const json = this.#values.get(key);
    return json === undefined ? 0 : Buffer.byteLength(key) + Buffer.byteLength(json);
  }
}

/** Every part is quoted, so that no id can be written to look like two. */
function namespaceName(subject: BrokerSubject): string {
  const scope = readNested(subject.grant, 'declared', 'scope');
  if (scope === 'session')
    return JSON.stringify([subject.extensionId, 'session', subject.agentId, subject.sessionKey]);
  if (scope === 'agent') return JSON.stringify([subject.extensionId, 'agent', subject.agentId]);
  return JSON.stringify([subject.extensionId]);
}

function quotaOf(grant: JsonValue): number {
  const granted = readNested(grant, 'granted', 'quotaBytes');
  const declared = readNested(grant, 'declared', 'quotaBytes');
  const limit = typeof granted === 'number' ? granted : DEFAULT_QUOTA_BYTES;
  return typeof declared === 'number' ? Math.min(limit, declared) : limit;
}

function readNested(
  value: JsonValue,
  outer: 'granted' | 'declared',
  inner: 'scope' | 'quotaBytes',
): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const nested = (value as { readonly [key: string]: JsonValue })[outer];
  if (typeof nested !== 'object' || nested === null) return undefined;
  return (nested as { readonly [key: string]: JsonValue })[inner];
}

function withKey(key: JsonValue | undefined, use: (key: string) => BrokerReply): BrokerReply {
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY_CHARS) {
    return failure(`a storage key is a text of 1 to ${MAX_KEY_CHARS} characters`);
  }
  return use(key);
}

function failure(message: string): BrokerReply {
  return { ok: false, code: 'capability_failed', message };
}
