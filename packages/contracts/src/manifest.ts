import { type Static, Type } from '@sinclair/typebox';
import { EXTENSION_ID_PATTERN, TOOL_NAME_PATTERN } from './names.ts';

const Reason = Type.Optional(Type.String({ maxLength: 500 }));
const Strings = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 256 });

/** What an extension asks for, each with the reason an operator reads before granting it. */
export const RequestedCapabilities = Type.Object(
  {
    network: Type.Optional(
      Type.Object({ allowedHosts: Strings, methods: Type.Optional(Strings), reason: Reason }),
    ),
    secrets: Type.Optional(
      Type.Object({ names: Strings, reveal: Type.Optional(Type.Boolean()), reason: Reason }),
    ),
    storage: Type.Optional(
      Type.Object({ quotaBytes: Type.Integer({ minimum: 1 }), reason: Reason }),
    ),
    fs_reach: Type.Optional(
      Type.Object({ read: Type.Optional(Strings), write: Type.Optional(Strings), reason: Reason }),
    ),
    process: Type.Optional(Type.Object({ allowedBinaries: Strings, reason: Reason })),
    attachments: Type.Optional(Type.Object({ kinds: Strings, reason: Reason })),
  },
  { additionalProperties: false },
);
export type RequestedCapabilities = Static<typeof RequestedCapabilities>;

/** `mortise.json`, or `mortise` in package.json. */
export const ExtensionManifest = Type.Object(
  {
    id: Type.String({ pattern: EXTENSION_ID_PATTERN }),
    version: Type.Optional(Type.String({ maxLength: 64 })),
    /** Semver range of the extension API this was written for. */
    apiVersion: Type.Optional(Type.String({ maxLength: 64 })),
    entry: Type.Optional(Type.String({ maxLength: 500 })),
    capabilities: Type.Optional(RequestedCapabilities),
    /** JSON Schema of `api.config`. */
    configSchema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** Category per plugin name; extends the built-in map of J-1. */
    categories: Type.Optional(Type.Array(Type.String(), { maxItems: 13 })),
    optionalTools: Type.Optional(Type.Array(Type.String({ pattern: TOOL_NAME_PATTERN }))),
    /** Must not run in a worker scope that isolates users (M-6). */
    sharedOnly: Type.Optional(Type.Boolean()),
    /** A failed call may be run again. */
    idempotent: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ExtensionManifest = Static<typeof ExtensionManifest>;
