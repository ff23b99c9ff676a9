import { type TOptional, type TSchema, Type } from '@sinclair/typebox';
import { attachmentsCapability } from './attachments.ts';
import type { CapabilityDefinition, DataOf } from './capability-definition.ts';
import { elicitationCapability } from './elicitation.ts';
import { fsReachCapability } from './fs-reach.ts';
import { networkCapability } from './network.ts';
import { processCapability } from './process.ts';
import { samplingCapability } from './sampling.ts';
import { closed } from './schema-parts.ts';
import { secretsCapability } from './secrets.ts';
import { storageCapability } from './storage.ts';

/** Every kind of authority that a tool may ask for. Everything else is unreachable from a guest. */
export const CAPABILITIES = {
  network: networkCapability,
  secrets: secretsCapability,
  storage: storageCapability,
  fs_reach: fsReachCapability,
  process: processCapability,
  attachments: attachmentsCapability,
  elicitation: elicitationCapability,
  sampling: samplingCapability,
} as const satisfies Record<string, CapabilityDefinition>;

type Table = typeof CAPABILITIES;
export type CapabilityName = keyof Table;

// The keys of the table, which nothing adds to.
export const CAPABILITY_NAMES = Object.freeze(
  Object.keys(CAPABILITIES),
) as readonly CapabilityName[];

export function isCapabilityName(name: string): name is CapabilityName {
  return Object.hasOwn(CAPABILITIES, name);
}

/** What a manifest or a tool asks for of one capability. */
export type RequestOf<Name extends CapabilityName> = DataOf<Table[Name]['request']>;
/** What an operator grants of one capability. */
export type GrantOf<Name extends CapabilityName> = DataOf<Table[Name]['grant']>;

/** What a manifest or a tool asks for, each part with the reason an operator reads. Asking grants nothing. */
export type RequestedCapabilities = { readonly [Name in CapabilityName]?: RequestOf<Name> };
export const RequestedCapabilities = Type.Unsafe<RequestedCapabilities>(perCapability('request'));

/** What an operator grants, per capability. What is absent is not granted. */
export type CapabilityGrants = { readonly [Name in CapabilityName]?: GrantOf<Name> };
export const CapabilityGrants = Type.Unsafe<CapabilityGrants>(perCapability('grant'));

function perCapability(part: 'request' | 'grant') {
  const optional = CAPABILITY_NAMES.map((name): [string, TOptional<TSchema>] => {
    const { summary, [part]: schema }: CapabilityDefinition = CAPABILITIES[name];
    return [name, Type.Optional({ ...schema, description: summary })];
  });
  return Type.Object(Object.fromEntries(optional), closed);
}
