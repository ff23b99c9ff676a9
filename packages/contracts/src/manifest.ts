import { type Static, Type } from '@sinclair/typebox';
import { RequestedCapabilities } from './capabilities/capability-table.ts';
import { ownLimitsSchema } from './limit-schema.ts';
import { EXTENSION_ID_PATTERN, REGISTRATION_NAME_PATTERN } from './names.ts';

const CLOSED = { additionalProperties: false } as const;

/** One tool as the registration run of a build saw it. A load may register this and nothing beyond. */
const BuiltTool = Type.Object(
  {
    name: Type.String({ pattern: REGISTRATION_NAME_PATTERN }),
    description: Type.String({ maxLength: 8_000 }),
    isOptional: Type.Optional(Type.Boolean()),
    /** SHA-256 over everything else that a model or a policy sees of the tool. */
    definitionHash: Type.String({ pattern: '^sha256-[0-9a-f]{64}$' }),
    parameters: Type.Record(Type.String(), Type.Unknown()),
  },
  CLOSED,
);

const about = (description: string) => ({ description });

/** `mortise.json`, or `mortise` in package.json. `docs/manifest.md` is made from it. */
export const ExtensionManifest = Type.Object(
  {
    $schema: Type.Optional(
      Type.String({ maxLength: 500, ...about('For editors; it is not read.') }),
    ),
    id: Type.String({
      pattern: EXTENSION_ID_PATTERN,
      ...about('What operators call it in lists and commands. One extension of a host has it.'),
    }),
    version: Type.Optional(
      Type.String({
        maxLength: 64,
        ...about('As in package.json, whose version it is if absent.'),
      }),
    ),
    description: Type.Optional(
      Type.String({ maxLength: 2_000, ...about('What it is for, for people.') }),
    ),
    apiVersion: Type.Optional(
      Type.String({
        maxLength: 64,
        ...about('Semver range of the extension API that it was written for.'),
      }),
    ),
    entry: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        ...about(
          'The file it starts with. If absent `main` of package.json, or the first of `src/index.ts`, `index.ts`, `src/index.js`, `index.js`.',
        ),
      }),
    ),
    capabilities: Type.Optional(RequestedCapabilities),
    limits: Type.Optional(
      ownLimitsSchema(
        'extension',
        'The most that its calls need, by the names of `docs/limits.md`; the lower of these and the host’s own is in force.',
      ),
    ),
    configSchema: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Unknown(),
        about(
          'JSON Schema of `api.config`. A configuration that does not fit is refused before any code runs.',
        ),
      ),
    ),
    categories: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 13,
        ...about('The first is the category of its tools that say none themselves.'),
      }),
    ),
    optionalTools: Type.Optional(
      Type.Array(
        Type.String({ pattern: REGISTRATION_NAME_PATTERN }),
        about(
          'Tools (`prompt:<name>`, `resource:<path>`) that are there only where an operator names them; each is registered so, too.',
        ),
      ),
    ),
    requires: Type.Optional(
      Type.Record(
        Type.String({ pattern: EXTENSION_ID_PATTERN }),
        Type.String({ maxLength: 64 }),
        about('Extensions that are loaded before it, by id, with a semver range of their version.'),
      ),
    ),
    sharedOnly: Type.Optional(
      Type.Boolean(
        about(
          'All its tools must be shared: they are not there for agents whose users have isolates of their own. A tool can say so by itself.',
        ),
      ),
    ),
    idempotent: Type.Optional(
      Type.Boolean(
        about(
          'A call of any of its tools that was lost with its process may be run again. A tool can say so by itself.',
        ),
      ),
    ),
    tools: Type.Optional(
      Type.Array(BuiltTool, {
        maxItems: 512,
        ...about('What a build saw it register; `mortise build` and `mortise pack` write it.'),
      }),
    ),
  },
  CLOSED,
);
export type ExtensionManifest = Static<typeof ExtensionManifest>;
