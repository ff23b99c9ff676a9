import { type TUnsafe, Type } from '@sinclair/typebox';
import { value } from './config-key.ts';
import { closed } from './config-schemas.ts';

/** When entries of the audit log must have reached the disk. */
export type FsyncPolicy = 'always' | 'interval' | 'off';

/** What an operator says about the audit log. */
export interface AuditConfig {
  readonly strict?: boolean;
  readonly fsync?: FsyncPolicy;
  readonly arguments?: 'hash' | 'redacted';
}

const AuditConfig: TUnsafe<AuditConfig> = Type.Unsafe(
  Type.Object(
    {
      strict: Type.Optional(
        Type.Boolean({
          description:
            'Nothing happens that could not be written down before: each call is recorded before its code starts, each use of a capability before it happens, and refused if that fails. false if absent.',
        }),
      ),
      fsync: Type.Optional(
        Type.Union([Type.Literal('always'), Type.Literal('interval'), Type.Literal('off')], {
          description:
            'When entries reach the disk: `always` before a call goes on, `interval` within a second, `off` when the system likes. interval if absent.',
        }),
      ),
      arguments: Type.Optional(
        Type.Union([Type.Literal('hash'), Type.Literal('redacted')], {
          description:
            'What is kept of the arguments of calls: their hash, or with it the arguments, known secrets taken out. hash if absent.',
        }),
      ),
    },
    {
      ...closed,
      description:
        'How calls, decisions and what operators do are written down; see docs/audit.md.',
    },
  ),
);

/** `audit` at the top of a configuration. */
export const auditSettings = value(['audit'], AuditConfig);
