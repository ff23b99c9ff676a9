import type { BrokerReply, JsonValue } from '@mortise/contracts';

export function done(value: JsonValue): BrokerReply {
  return { ok: true, value };
}

export function denied(message: string): BrokerReply {
  return { ok: false, code: 'capability_denied', message };
}

export function failed(message: string): BrokerReply {
  return { ok: false, code: 'capability_failed', message };
}

/** What a tool declared of a capability, as the sandbox passes it on. */
export function declaredOf(grant: JsonValue): { readonly [key: string]: JsonValue } {
  const { declared } = (grant ?? {}) as { readonly declared?: JsonValue };
  const isObject = typeof declared === 'object' && declared !== null && !Array.isArray(declared);
  // The check above leaves an object; TypeScript does not see through `Array.isArray` on readonly.
  return isObject ? (declared as { readonly [key: string]: JsonValue }) : {};
}
