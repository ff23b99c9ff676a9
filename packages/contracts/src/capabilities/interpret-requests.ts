import { KindGuard, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import {
  CAPABILITIES,
  CAPABILITY_NAMES,
  type CapabilityName,
  type RequestedCapabilities,
} from './capability-table.ts';

/** What a manifest or a tool asks for, as a stranger wrote it: a part of the wrong shape asks for nothing. */
export function interpretRequests(rawRequests: unknown): RequestedCapabilities {
  if (typeof rawRequests !== 'object' || rawRequests === null) return {};
  const parts = CAPABILITY_NAMES.map((name) => {
    const isOwn = Object.hasOwn(rawRequests, name);
    return [name, isOwn ? interpretRequest(name, Reflect.get(rawRequests, name)) : undefined];
  });
  return Object.fromEntries(parts.filter(([, request]) => request !== undefined));
}

function interpretRequest(name: CapabilityName, rawRequest: unknown): unknown {
  const { request } = CAPABILITIES[name];
  const known = knownPart(request, rawRequest);
  return Value.Check(request, known) ? known : undefined;
}

/** Without the keys that this version does not know: a tool may be newer than its host. */
function knownPart(schema: TSchema, raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const shape = KindGuard.IsUnion(schema) ? schema.anyOf.find(KindGuard.IsObject) : schema;
  if (shape === undefined || !KindGuard.IsObject(shape)) return raw;
  const keys = Object.keys(shape.properties).filter((key) => Object.hasOwn(raw, key));
  return Object.fromEntries(keys.map((key) => [key, Reflect.get(raw, key)]));
}
