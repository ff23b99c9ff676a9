import { Type } from '@sinclair/typebox';
import { CapabilityGrants } from '../capabilities/capability-table.ts';
import type { JsonValue } from '../json.ts';
import { EXTENSION_ID_PATTERN } from '../names.ts';
import { required, value, valueOr } from './config-key.ts';
import { closed, mapOf, names } from './config-schemas.ts';
import { ownLimits } from './limit-keys.ts';

/** An extension with its settings. */
export const EXTENSION_KEYS = {
  id: value(
    ['id'],
    Type.String({ pattern: EXTENSION_ID_PATTERN, description: 'Must equal its manifest.' }),
  ),
  source: required(
    'source',
    Type.String({
      minLength: 1,
      description: 'A folder, a tarball or the name of an npm package.',
    }),
  ),
  enabled: valueOr(
    ['enabled'],
    Type.Boolean({ description: 'false keeps it installed and denied.' }),
    true,
  ),
  config: value(
    ['config'],
    Type.Unsafe<JsonValue>(
      Type.Unknown({
        description: 'What the extension sees as its config; may hold { "$secret": "NAME" }.',
      }),
    ),
  ),
  grants: value(
    ['grants'],
    Type.Unsafe<CapabilityGrants>({
      ...CapabilityGrants,
      description:
        'What it may use of what it asks for. A capability that stands here counts in place of the one in the lock file; for all others the lock file holds.',
    }),
  ),
  jit: value(
    ['jit'],
    Type.Union([Type.Literal('on'), Type.Literal('off')], {
      description:
        '`off` runs it without a compiler and without WebAssembly, for code that you do not trust; it shares no process with others that have them. As `sandbox.jit` says if absent.',
    }),
  ),
  limits: ownLimits('extension'),
};

const EnvironmentValue = Type.Union(
  [
    Type.String({ description: 'The value.' }),
    Type.Object(
      { $secret: Type.String({ description: 'The name of a secret.' }) },
      { ...closed, description: 'The value of a secret, filled in when the server starts.' },
    ),
  ],
  { description: 'A value or { "$secret": "NAME" }.' },
);

/** An MCP server: `command` or `url`. */
export const MCP_SERVER_KEYS = {
  command: value(['command'], Type.String({ minLength: 1, description: 'The program to start.' })),
  args: value(['args'], names('Its arguments.')),
  env: value(['env'], mapOf(EnvironmentValue, 'Its environment; nothing else is passed on.')),
  url: value(['url'], Type.String({ description: 'The http(s) address of a running server.' })),
  enabled: valueOr(
    ['enabled'],
    Type.Boolean({ description: 'false leaves the server alone.' }),
    true,
  ),
  limits: ownLimits('server'),
};
