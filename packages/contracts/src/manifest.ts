import { type Static, Type } from '@sinclair/typebox';
import { EXTENSION_ID_PATTERN, TOOL_NAME_PATTERN } from './names.ts';

const CLOSED = { additionalProperties: false } as const;
const Reason = Type.Optional(Type.String({ maxLength: 500 }));
const Strings = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 256 });

/** What an extension asks for, each with the reason an operator reads before granting it. */
export const RequestedCapabilities = Type.Object(
  {
    network: Type.Optional(
      Type.Object(
        { allowedHosts: Strings, methods: Type.Optional(Strings), reason: Reason },
        CLOSED,
      ),
    ),
    secrets: Type.Optional(
      Type.Object(
        { names: Strings, reveal: Type.Optional(Type.Boolean()), reason: Reason },
        CLOSED,
      ),
    ),
    storage: Type.Optional(
      Type.Object({ quotaBytes: Type.Integer({ minimum: 1 }), reason: Reason }, CLOSED),
    ),
    fs_reach: Type.Optional(
      Type.Object(
        { read: Type.Optional(Strings), write: Type.Optional(Strings), reason: Reason },
        CLOSED,
      ),
    ),
    process: Type.Optional(Type.Object({ allowedBinaries: Strings, reason: Reason }, CLOSED)),
    attachments: Type.Optional(Type.Object({ kinds: Strings, reason: Reason }, CLOSED)),
  },
  CLOSED,
);
export type RequestedCapabilities = Static<typeof RequestedCapabilities>;

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
