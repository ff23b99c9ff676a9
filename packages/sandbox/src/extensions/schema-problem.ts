import {
  findSchemaFault,
  isFiniteJson,
  type JsonSchema,
  jsonDepthWithin,
} from '@mortise/contracts';

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
    return 'Its type is not "object": write { type: "object", properties: { … } }.';
  if (!jsonDepthWithin(guestSchema, limits.schemaDepth))
    return `It is deeper than ${limits.schemaDepth} levels.`;
  if (!isFiniteJson(guestSchema, limits.schemaDepth)) return 'It has a number that is not finite.';
  const bytes = Buffer.byteLength(JSON.stringify(guestSchema));
  if (bytes > limits.schemaBytes)
    return `It has ${bytes} bytes; ${limits.schemaBytes} are allowed.`;
  return findSchemaFault(guestSchema as JsonSchema);
}
