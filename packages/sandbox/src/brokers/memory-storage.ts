import {
  CAPABILITIES,
  type CapabilityBrokers,
  CapabilityRefusal,
  canonicalJson,
  type JsonValue,
  storageNamespace,
} from '@mortise/contracts';

const { standard } = CAPABILITIES.storage;

/** Storage for tests of extensions: it lives as long as this object, each namespace with a quota. */
export function createMemoryStorage(): NonNullable<CapabilityBrokers['storage']> {
  const namespaces = new Map<string, Namespace>();
  const open = (...call: Parameters<typeof storageNamespace>): Namespace => {
    const name = storageNamespace(...call);
    if (name === undefined) {
      const message = 'What is stored here is kept per user, and this call has none.';
      throw new CapabilityRefusal('capability_denied', message);
    }
    const known = namespaces.get(name) ?? new Namespace();
    namespaces.set(name, known);
    return known;
  };
  return {
    get: ({ key }, grant, subject) => open(grant, subject).get(key),
    set: ({ key, value }, grant, subject) => open(grant, subject).set(key, value, grant.quotaBytes),
    compareAndSet: ({ key, expected, value }, grant, subject) => {
      const namespace = open(grant, subject);
      if (canonicalJson(namespace.get(key)) !== canonicalJson(expected)) return false;
      namespace.set(key, value, grant.quotaBytes);
      return true;
    },
    delete: ({ key }, grant, subject) => open(grant, subject).delete(key),
    list: ({ prefix = '', options = {} }, grant, subject) =>
      open(grant, subject).keys(prefix, options.after).slice(0, options.limit),
  };
}

class Namespace {
  readonly #values = new Map<string, string>();
  #bytes = 0;

  get(key: string): JsonValue {
    const json = this.#values.get(key);
    return json === undefined ? null : JSON.parse(json);
  }

  set(key: string, value: JsonValue, quotaBytes: number = standard.quotaBytes): null {
    const json = JSON.stringify(value);
    const bytes =
      this.#bytes - this.#sizeOf(key) + Buffer.byteLength(key) + Buffer.byteLength(json);
    if (bytes > quotaBytes) {
      const message = `Storage is full: ${quotaBytes} bytes are allowed.`;
      throw new CapabilityRefusal('capability_failed', message);
    }
    this.#values.set(key, json);
    this.#bytes = bytes;
    return null;
  }

  delete(key: string): boolean {
    this.#bytes -= this.#sizeOf(key);
    return this.#values.delete(key);
  }

  keys(prefix: string, after = ''): readonly string[] {
    const keys = [...this.#values.keys()];
    return keys.filter((key) => key.startsWith(prefix) && key > after).sort();
  }

  #sizeOf(key: string): number {
    const json = this.#values.get(key);
    return json === undefined ? 0 : Buffer.byteLength(key) + Buffer.byteLength(json);
  }
}
