/**
 * Stands in a bundle for something that is not there. Importing it, passing it on, extending it
 * or asking for its type is harmless; using it throws an error that says what is missing.
 */
export function needs(capability: string, path: string): unknown {
  return standIn(
    path,
    capability === 'none'
      ? (used) => `not available in a sandbox: ${used}`
      : (used) => `needs capability ${capability}: ${used}`,
  );
}

export function unsupported(path: string): unknown {
  return standIn(path, (used) => `not supported: ${used}`);
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
const OWN_KEYS = new Set(['prototype', 'name', 'length', 'then', '__esModule', 'toJSON']);

function standIn(path: string, describe: (used: string) => string): unknown {
  const refuse = (): never => {
    throw new Error(describe(path));
  };
  return new Proxy(function absent() {}, {
    apply: refuse,
    construct: refuse,
    set: refuse,
    get: (target, key) => {
      if (typeof key === 'symbol' || OWN_KEYS.has(key)) return Reflect.get(target, key);
      return standIn(`${path}.${key}`, describe);
    },
  });
}
