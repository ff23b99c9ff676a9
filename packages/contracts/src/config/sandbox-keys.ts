import { type TUnsafe, Type } from '@sinclair/typebox';
import { value } from './config-key.ts';
import { closed } from './config-schemas.ts';

/** What an operator says about the processes in which extensions run. */
export interface SandboxConfig {
  readonly jail?: 'required' | 'preferred' | 'off';
  readonly jit?: 'on' | 'off';
  readonly placement?: 'extension' | 'scope' | 'shared';
  readonly maxRunners?: number;
  readonly violations?: ViolationSettings | 'ignore';
}

/** When an extension is stopped for what it was refused. */
export interface ViolationSettings {
  readonly most?: number;
  readonly per?: string;
}

/** The same, times in ms. */
export interface ResolvedViolations {
  readonly most: number;
  readonly perMs: number;
}

const STANDARD_VIOLATIONS = { most: 250, per: '1m' } as const;
const UNITS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** What holds: what is configured, or the standard; `undefined` if nothing is stopped for it. */
export function resolveViolations({
  violations = {},
}: SandboxConfig = {}): ResolvedViolations | undefined {
  if (violations === 'ignore') return undefined;
  const { most = STANDARD_VIOLATIONS.most, per = STANDARD_VIOLATIONS.per } = violations;
  const unit = UNITS[per.at(-1) as keyof typeof UNITS];
  return { most, perMs: Number(per.slice(0, -1)) * unit };
}

const SandboxConfig: TUnsafe<SandboxConfig> = Type.Unsafe(
  Type.Object(
    {
      jail: Type.Optional(
        Type.Union([Type.Literal('required'), Type.Literal('preferred'), Type.Literal('off')], {
          description:
            'A jail of the kernel (Linux) around the code of extensions: `preferred` where the machine can make one, `required` to run nothing without, `off`. preferred if absent; read when the host starts.',
        }),
      ),
      jit: Type.Optional(
        Type.Union([Type.Literal('on'), Type.Literal('off')], {
          description:
            '`off` runs extensions without a compiler and without WebAssembly, the usual ground of attacks on V8: long computations take longer. on if absent; read when the host starts.',
        }),
      ),
      placement: Type.Optional(
        Type.Union([Type.Literal('extension'), Type.Literal('scope'), Type.Literal('shared')], {
          description:
            'Which isolates share a process: those of one `extension`, of one extension and agent or user (`scope`), or all (`shared`, which takes the least memory: one that breaks out of its isolate reaches the others). extension if absent; read when the host starts.',
        }),
      ),
      maxRunners: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 256,
          description:
            'Most processes of extensions at once, each of about 45 MB. When all are busy, calls of other extensions wait for one that rests. 8 if absent; read when the host starts.',
        }),
      ),
      violations: Type.Optional(
        Type.Union(
          [
            Type.Object(
              {
                most: Type.Optional(
                  Type.Integer({
                    minimum: 1,
                    maximum: 1_000_000,
                    description: `So many refused uses; ${STANDARD_VIOLATIONS.most} if absent.`,
                  }),
                ),
                per: Type.Optional(
                  Type.String({
                    pattern: '^[1-9]\\d{0,4}[smh]$',
                    examples: ['30s', '1m', '1h'],
                    description: `Within this time; ${STANDARD_VIOLATIONS.per} if absent.`,
                  }),
                ),
              },
              { ...closed, description: 'How many, and in which time.' },
            ),
            Type.Literal('ignore'),
          ],
          {
            description:
              'An extension that is refused so many uses of capabilities that it was not granted is stopped, until a person resumes it. `ignore` never stops one.',
          },
        ),
      ),
    },
    { ...closed, description: 'How the processes are kept in which extensions run.' },
  ),
);

/** `sandbox` at the top of a configuration. */
export const sandboxSettings = value(['sandbox'], SandboxConfig);
