import { ambient } from './ambient.ts';

/**
 * Stands in a bundle for something that is not there. Importing it, passing it on, extending it
 * or asking for its type is harmless; using it throws an error that says what is missing.
 */
export function needs(capability: string, path: string): unknown {
  const describe = (used: string): string =>
    capability === 'none'
      ? `not available in a sandbox: ${used}`
      : `needs capability ${capability}: ${used}`;
  return standIn(path, { describe, isQuiet: () => false });
}

/**
 * What a foreign host has and this one does not. While an extension registers, using it gives another
 * stand-in: it sets up channels and providers that are not run here. A call that comes to it fails.
 */
export function unsupported(path: string): unknown {
  const isQuiet = (): boolean => !ambient.hasCall;
  return standIn(path, { describe: (used) => `not supported: ${used}`, isQuiet });
}

/** What is known of a module, and a stand-in for each member that is not. */
export function withStandIns(known: object, standInFor: (member: string) => unknown): object {
  return new Proxy(known, {
    get: (target, key) =>
      typeof key === 'symbol' || key === 'then' || key === '__esModule' || key in target
        ? Reflect.get(target, key)
        : standInFor(key),
  });
}

/**
 * A module of Node as `require` gives it: an object that may be written to, with what is known and a
 * stand-in for each member that is not. Names that Node does not have are not there.
 */
export function whole(
  known: object,
  missing: string,
  standInFor: (member: string) => unknown,
): object {
  const made: { [member: string]: unknown } = { ...known };
  for (const member of missing === '' ? [] : missing.split(' ')) made[member] = standInFor(member);
  return made;
}

/** What the language itself asks of a function that is only passed around. */
const OWN_KEYS = new Set([
  ...['prototype', 'name', 'length', 'then', '__esModule', 'toJSON', 'toString', 'valueOf'],
]);

interface Manner {
  readonly describe: (used: string) => string;
  /** Whether using it gives another stand-in rather than an error. */
  readonly isQuiet: () => boolean;
}

function standIn(path: string, manner: Manner): unknown {
  const refuse = (): object => {
    if (manner.isQuiet()) return standIn(`${path}()`, manner) as object;
    throw new Error(manner.describe(path));
  };
  return new Proxy(function absent() {}, {
    apply: refuse,
    construct: refuse,
    set: () => refuse() !== undefined,
    get: (target, key) => {
      if (key === Symbol.iterator && manner.isQuiet()) return () => [].values();
      if (typeof key === 'symbol' || OWN_KEYS.has(key)) return Reflect.get(target, key);
      return standIn(`${path}.${key}`, manner);
    },
  });
}
