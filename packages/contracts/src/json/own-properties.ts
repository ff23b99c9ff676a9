/**
 * A copy of a JSON value whose objects have no prototype. The schema checker asks `name in value`, and
 * takes what every object inherits (`toString`, `valueOf`) for properties that were given.
 */
export function ownPropertiesOnly(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const root = emptyLike(value);
  // A list of work and no recursion: a structured result may be as deep as its bytes allow.
  const open: [source: object, copy: object][] = [[value, root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [source, copy] = next as [Record<string, unknown>, Record<string, unknown>];
    for (const key of Object.keys(source)) {
      const inner = source[key];
      if (typeof inner !== 'object' || inner === null) copy[key] = inner;
      else {
        const empty = emptyLike(inner);
        copy[key] = empty;
        open.push([inner, empty]);
      }
    }
  }
  return root;
}

function emptyLike(value: object): object {
  return Array.isArray(value) ? [] : Object.create(null);
}
