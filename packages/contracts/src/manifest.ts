import { type Static, Type } from '@sinclair/typebox';
import { RequestedCapabilities } from './capabilities/capability-table.ts';
import { ownLimitsSchema } from './limit-schema.ts';
import { EXTENSION_ID_PATTERN, TOOL_NAME_PATTERN } from './names.ts';

const CLOSED = { additionalProperties: false } as const;

/** One tool as the registration run of a build saw it. A load may register this and nothing beyond. */
const BuiltTool = Type.Object(
  {
    name: Type.String({ pattern: TOOL_NAME_PATTERN }),
    description: Type.String({ maxLength: 8_000 }),
    isOptional: Type.Optional(Type.Boolean()),
    /** SHA-256 over everything else that a model or a policy sees of the tool. */
    definitionHash: Type.String({ pattern: '^sha256-[0-9a-f]{64}$' }),
    parameters: Type.Record(Type.String(), Type.Unknown()),
  },
  CLOSED,
);

/** `mortise.json`, or `mortise` in package.json. */
export const ExtensionManifest = Type.Object(
  {
    /** For editors; the loader does not read it. */
    $schema: Type.Optional(Type.String({ maxLength: 500 })),
    id: Type.String({ pattern: EXTENSION_ID_PATTERN }),
    version: Type.Optional(Type.String({ maxLength: 64 })),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    /** Semver range of the extension API this was written for. */
    apiVersion: Type.Optional(Type.String({ maxLength: 64 })),
    entry: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    capabilities: Type.Optional(RequestedCapabilities),
    /** What its calls need at most; the host enforces the lower of these and its own. */
    limits: Type.Optional(
      ownLimitsSchema('extension', 'The most that its calls need; see docs/limits.md.'),
    ),
    /** JSON Schema of `api.config`. */
    configSchema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** Category per plugin name; extends the built-in category map. */
    categories: Type.Optional(Type.Array(Type.String(), { maxItems: 13 })),
    optionalTools: Type.Optional(Type.Array(Type.String({ pattern: TOOL_NAME_PATTERN }))),
    /** Other extensions that must be loaded first, by id, with the semver range of their version. */
    requires: Type.Optional(
      Type.Record(Type.String({ pattern: EXTENSION_ID_PATTERN }), Type.String({ maxLength: 64 })),
    ),
    /** Must not run in a worker scope that isolates users. */
    sharedOnly: Type.Optional(Type.Boolean()),
    /** A failed call may be run again. */
    idempotent: Type.Optional(Type.Boolean()),
    /** Written by a build, not by hand. */
    tools: Type.Optional(Type.Array(BuiltTool, { maxItems: 512 })),
  },
  CLOSED,
);
export type ExtensionManifest = Static<typeof ExtensionManifest>;
