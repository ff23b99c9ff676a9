import type { CapabilityName, JsonValue } from '@mortise/contracts';
import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { grantUnusable } from './create-broker.ts';

/** A grant that does not match its schema is no grant. */
export function interpretGrant<Schema extends TSchema>(
  capability: CapabilityName,
  schema: Schema,
): (grant: JsonValue) => Static<Schema> {
  return (grant) => {
    if (Value.Check(schema, grant)) return grant;
    const fault = Value.Errors(schema, grant).First();
    throw grantUnusable(capability, `${fault?.path || 'grant'}: ${fault?.message ?? 'not valid'}`);
  };
}
