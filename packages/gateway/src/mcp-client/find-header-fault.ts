/** By which a schema says that an argument is repeated in a header, `Mcp-Param-<its value>` (revision 2026-07-28). */
const HEADER_KEY = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
/** Keywords whose values are data and no schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/**
 * What is wrong with the headers that a tool asks for; `undefined` if nothing is. Clients must leave such a tool out:
 * proxies would be told something else than the server. The schema is shallow, as was looked at before.
 */
export function findHeaderFault(schema: unknown): string | undefined {
  return findIn(schema, { isProperty: false, isReachable: true }, new Set());
}

interface Place {
  /** It is the schema of one property. */
  readonly isProperty: boolean;
  /** Only `properties` lead there. */
  readonly isReachable: boolean;
}

function findIn(rawSchema: unknown, place: Place, taken: Set<string>): string | undefined {
  if (typeof rawSchema !== 'object' || rawSchema === null) return undefined;
  if (Array.isArray(rawSchema)) return firstOf(rawSchema, UNREACHABLE, taken);
  const own = Object.hasOwn(rawSchema, HEADER_KEY) ? faultOf(rawSchema, place, taken) : undefined;
  if (own !== undefined) return own;
  for (const [key, value] of Object.entries(rawSchema)) {
    if (DATA.has(key) || typeof value !== 'object' || value === null) continue;
    const fault =
      key === 'properties'
        ? firstOf(Object.values(value), { ...place, isProperty: true }, taken)
        : findIn(value, UNREACHABLE, taken);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const UNREACHABLE: Place = { isProperty: false, isReachable: false };

function firstOf(
  schemas: readonly unknown[],
  place: Place,
  taken: Set<string>,
): string | undefined {
  for (const each of schemas) {
    const fault = findIn(each, place, taken);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOf(schema: object, place: Place, taken: Set<string>): string | undefined {
  const header: unknown = Reflect.get(schema, HEADER_KEY);
  const type: unknown = Reflect.get(schema, 'type');
  if (!place.isProperty || !place.isReachable) return 'a header stands where no property is';
  if (typeof header !== 'string' || !TOKEN.test(header)) return 'the name of a header is none';
  if (!TYPES.has(type)) return 'a header is for something else than a text, integer or boolean';
  if (taken.has(header.toLowerCase())) return 'two arguments have the same header';
  taken.add(header.toLowerCase());
  return undefined;
}
