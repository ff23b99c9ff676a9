import { CapabilityGrants, RequestedCapabilities } from '@mortise/contracts';
import { type Static, Type } from '@sinclair/typebox';

const Hash = Type.String({ pattern: '^sha(?:256|512)-\\S+$', maxLength: 200 });

/** One installed extension: what it was, what it asked for, and what the operator granted. */
export const LockedExtension = Type.Object(
  {
    version: Type.String({ maxLength: 64 }),
    /** What was named when it was installed: a folder, a tarball, a package. */
    source: Type.Optional(Type.String({ maxLength: 1_000 })),
    /** Whose stored values it has, if its code came from there before an update from `source` was approved. */
    storageSource: Type.Optional(Type.String({ maxLength: 1_000 })),
    integrity: Hash,
    bundleHash: Hash,
    requested: RequestedCapabilities,
    granted: CapabilityGrants,
    /** By name of the tool. */
    definitions: Type.Record(Type.String(), Hash),
  },
  { additionalProperties: false },
);
export type LockedExtension = Static<typeof LockedExtension>;

/** `mortise.lock`. */
export const LockFile = Type.Object(
  {
    lockVersion: Type.Literal(1),
    extensions: Type.Record(Type.String(), LockedExtension),
  },
  { additionalProperties: false },
);
export type LockFile = Static<typeof LockFile>;

export const EMPTY_LOCK: LockFile = Object.freeze({ lockVersion: 1, extensions: {} });
