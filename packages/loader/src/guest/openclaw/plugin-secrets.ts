import { ambient } from '../ambient.ts';
import { env } from '../builtins/process.ts';
import { secretIn } from './plugin-requests.ts';

/** What a plugin holds for the value of a secret from its registration on. It says nothing of the value. */
const STAND_IN = 'mortise-named-secret:';
const STAND_INS = /mortise-named-secret(?::|%3A)([A-Za-z][A-Za-z0-9_.-]*)/g;

/** The configuration of a plugin, with a stand-in for each value that is a secret. */
export function withStandIns(config: unknown): unknown {
  const name = secretIn(config);
  if (name !== undefined) return `${STAND_IN}${name}`;
  if (Array.isArray(config)) return config.map(withStandIns);
  if (typeof config !== 'object' || config === null) return config;
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, withStandIns(value)]),
  );
}

/**
 * Stand-ins become placeholders of the running call when a request leaves; the host puts the value in, for
 * the hosts that the secret is bound to. One that is not granted fails the request and says so.
 */
export function fillRequests(): void {
  const send = globalThis.fetch;
  const filling: typeof fetch = async (input, init) => {
    const address = input instanceof Request ? input : fill(String(input));
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : []));
    const body = typeof init?.body === 'string' ? fill(init.body) : init?.body;
    const filled = { ...init, ...(body !== undefined && { body }) };
    if (![...headers.values()].some(isStandIn)) return send(address, filled);
    for (const [name, value] of headers) headers.set(name, fill(value));
    return send(address, { ...filled, headers });
  };
  Object.defineProperty(globalThis, 'fetch', {
    ...{ value: filling, writable: true, configurable: true, enumerable: true },
  });
}

/** Variables that are secrets of the plugin have a value while a call runs that may use them. */
export function provideVariables(names: readonly string[]): void {
  for (const name of names) {
    Object.defineProperty(env, name, {
      get: () => placeholderOf(name),
      set: (value: unknown) => {
        Object.defineProperty(env, name, { value, writable: true, configurable: true });
      },
      ...{ enumerable: false, configurable: true },
    });
  }
}

function placeholderOf(name: string): string | undefined {
  if (!ambient.hasCall) return undefined;
  try {
    return String(ambient.askSync('secrets.get', [name]));
  } catch {
    // As a variable that is not set.
    return undefined;
  }
}

function isStandIn(text: string): boolean {
  return text.includes(STAND_IN) || text.includes('mortise-named-secret%3A');
}

function fill(text: string): string {
  if (!isStandIn(text)) return text;
  return text.replaceAll(STAND_INS, (_, name: string) =>
    String(ambient.askSync('secrets.get', [name])),
  );
}
