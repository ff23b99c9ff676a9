import {
  CapabilityGrants,
  type JsonSchema,
  RequestedCapabilities,
  type ToolAnnotations,
} from '@mortise/contracts';
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

/**
 * A tool of an MCP server as an operator approved it, which is as a model sees it; or a prompt or a resource, whose
 * names start with `prompt:` and `resource:`.
 */
export const PinnedTool = Type.Object(
  {
    /** What the server calls it: any text. */
    name: Type.String({ maxLength: 1_000 }),
    description: Type.String(),
    schema: Type.Unsafe<JsonSchema>(Type.Object({})),
    outputSchema: Type.Optional(Type.Unsafe<JsonSchema>(Type.Object({}))),
    annotations: Type.Optional(Type.Unsafe<ToolAnnotations>(Type.Object({}))),
    mimeType: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);
export type PinnedTool = Static<typeof PinnedTool>;

/** What an MCP server offered when it was approved. A list: the names are the server's. */
export const LockedServer = Type.Object(
  {
    /** Its program or address then, for people. */
    source: Type.String({ maxLength: 4_000 }),
    tools: Type.Array(PinnedTool),
  },
  { additionalProperties: false },
);
export type LockedServer = Static<typeof LockedServer>;

/** `mortise.lock`. */
export const LockFile = Type.Object(
  {
    lockVersion: Type.Literal(1),
    extensions: Type.Record(Type.String(), LockedExtension),
    /** MCP servers, by their names in the configuration. */
    servers: Type.Optional(Type.Record(Type.String(), LockedServer)),
  },
  { additionalProperties: false },
);
export type LockFile = Static<typeof LockFile>;

export const EMPTY_LOCK: LockFile = Object.freeze({ lockVersion: 1, extensions: {} });
