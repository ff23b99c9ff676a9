import { Type } from '@sinclair/typebox';
import { CapabilityGrants } from '../capabilities/capability-table.ts';
import type { JsonValue } from '../json.ts';
import { EXTENSION_ID_PATTERN } from '../names.ts';
import { required, value, valueOr } from './config-key.ts';
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
