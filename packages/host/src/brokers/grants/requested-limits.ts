import type { CapabilityCeilings, SecretGrant } from '@mortise/contracts';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const Texts = Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 256 });
const Network = Type.Object({ allowedHosts: Texts, methods: Type.Optional(Texts) });
const Secrets = Type.Union([
  Texts,
  Type.Object({ names: Texts, reveal: Type.Optional(Type.Boolean()) }),
]);
const Storage = Type.Object({
  scope: Type.Optional(
    Type.Union([Type.Literal('tool-private'), Type.Literal('session'), Type.Literal('agent')]),
  ),
  quotaBytes: Type.Optional(Type.Integer({ minimum: 1 })),
});
const Files = Type.Object({ read: Type.Optional(Texts), write: Type.Optional(Texts) });
const Process = Type.Object({ allowedBinaries: Texts });
const Attachments = Type.Object({ kinds: Type.Union([Texts, Type.Literal('*')]) });

/**
 * What a manifest or a tool asks for, read as a limit on what is granted. Written by strangers: a
 * part of the wrong shape asks for nothing, and so does one that is absent.
 */
export function requestedLimits(rawRequest: unknown): CapabilityCeilings {
  const part = <Schema extends TSchema>(name: string, schema: Schema) =>
    read(rawRequest, name, schema);
  const network = part('network', Network);
  const secrets = part('secrets', Secrets);
  const storage = part('storage', Storage);
  const files = part('fs_reach', Files);
  const process = part('process', Process);
  const attachments = part('attachments', Attachments);
  return {
    ...(network && {
      network: { allowedHosts: network.allowedHosts, methods: network.methods ?? ['GET', 'HEAD'] },
    }),
    ...(secrets && { secrets: secretLimits(secrets) }),
    ...(storage && { storage: pick(storage, ['scope', 'quotaBytes']) }),
    ...(files && { fs_reach: { read: files.read ?? [], write: files.write ?? [] } }),
    ...(process && { process: { allowedBinaries: process.allowedBinaries } }),
    ...(attachments && { attachments: { kinds: attachments.kinds } }),
  };
}

/** A list of names has no word for `reveal` and leaves it to the grant; a manifest has one. */
function secretLimits(secrets: Static<typeof Secrets>): SecretGrant[] {
  if (!('names' in secrets)) return secrets.map((name) => ({ name }));
  return secrets.names.map((name) => ({ name, reveal: secrets.reveal === true }));
}

function read<Schema extends TSchema>(
  rawRequest: unknown,
  name: string,
  schema: Schema,
): Static<Schema> | undefined {
  if (typeof rawRequest !== 'object' || rawRequest === null) return undefined;
  const value: unknown = Object.hasOwn(rawRequest, name)
    ? Reflect.get(rawRequest, name)
    : undefined;
  return Value.Check(schema, value) ? value : undefined;
}

function pick<Value extends object, Key extends keyof Value>(
  value: Value,
  keys: readonly Key[],
): Pick<Value, Key> {
  const entries = keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]);
  return Object.fromEntries(entries) as Pick<Value, Key>;
}
