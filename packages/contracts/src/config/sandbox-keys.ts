import { type TUnsafe, Type } from '@sinclair/typebox';
import { value } from './config-key.ts';
import { closed } from './config-schemas.ts';

/** What an operator says about the processes in which extensions run. */
export interface SandboxConfig {
  readonly jail?: 'required' | 'preferred' | 'off';
  readonly jit?: 'on' | 'off';
  readonly placement?: 'extension' | 'scope' | 'shared';
  readonly maxRunners?: number;
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
    },
    { ...closed, description: 'How the processes are kept in which extensions run.' },
  ),
);

/** `sandbox` at the top of a configuration. */
export const sandboxSettings = value(['sandbox'], SandboxConfig);
