import { isFiniteJson, jsonDepthWithin } from '@mortise/contracts';

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const;
const MAX_SCHEMA_NODES = 20_000;

/**
 * Why a schema cannot be used, or undefined. The schema is parsed JSON from a guest: it is looked
 * at as data and never compiled or followed here.
 */
export function findSchemaProblem(
  guestSchema: unknown,
  limits: { readonly schemaBytes: number; readonly schemaDepth: number },
): string | undefined {
  if (typeof guestSchema !== 'object' || guestSchema === null || Array.isArray(guestSchema)) {
    return 'It is not an object.';
  }
  if ((guestSchema as { readonly type?: unknown }).type !== 'object')
    return 'Its type is not "object".';
  if (!jsonDepthWithin(guestSchema, limits.schemaDepth))
    return `It is deeper than ${limits.schemaDepth} levels.`;
  if (!isFiniteJson(guestSchema, limits.schemaDepth)) return 'It has a number that is not finite.';
  const bytes = Buffer.byteLength(JSON.stringify(guestSchema));
  if (bytes > limits.schemaBytes)
    return `It has ${bytes} bytes; ${limits.schemaBytes} are allowed.`;
  return findRemoteReference(guestSchema);
}

function findRemoteReference(root: object): string | undefined {
  const open: object[] = [root];
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen > MAX_SCHEMA_NODES) return 'It has too many parts.';
    const node = open.pop();
    if (node === undefined) break;
    for (const keyword of REFERENCES) {
      const target = Object.hasOwn(node, keyword)
        ? (node as { readonly [key: string]: unknown })[keyword]
        : undefined;
      if (typeof target === 'string' && !target.startsWith('#')) {
        return `${keyword} ${target.slice(0, 100)} points outside of it.`;
      }
    }
    for (const child of Object.values(node))
      if (typeof child === 'object' && child !== null) open.push(child);
  }
  return undefined;
}
