import {
  NODE_COMPUTATION_CHARS,
  NODE_COMPUTATIONS,
  type NodeComputation,
  type NodeComputationFault,
} from '../../wire/node-computations.ts';
import { compress, decompress } from './compress.ts';
import { agree, exportKey, generateKey, names, readKey } from './keys.ts';
import { decipher, derive, encipher, sign, transform, verify } from './transform.ts';
import type { GuestArguments } from './written-values.ts';

const MESSAGE_CHARS = 500;
const COMPUTE: Record<NodeComputation, (args: GuestArguments) => unknown> = {
  ...{ compress, decompress, readKey, exportKey, generateKey, agree, names },
  ...{ sign, verify, encipher, decipher, transform, derive },
};

/**
 * Computes what a guest has asked for, in the middle of its entry: its time is that of the guest. All of
 * it is hostile; nothing but its own result depends on it. Answers `1` and the value as JSON, or `0` and
 * a `NodeComputationFault`.
 */
export function computeNow(name: string, guestJson: string): string {
  try {
    const known = NODE_COMPUTATIONS.find((each) => each === name);
    if (known === undefined) throw new TypeError('this is not computed');
    if (guestJson.length > NODE_COMPUTATION_CHARS) {
      throw new RangeError(`At most ${NODE_COMPUTATION_CHARS} characters at once.`);
    }
    const args: unknown = JSON.parse(guestJson);
    if (typeof args !== 'object' || args === null) throw new TypeError('arguments are an object');
    return `1${JSON.stringify(COMPUTE[known](args as GuestArguments) ?? null)}`;
  } catch (error) {
    return `0${JSON.stringify(describe(error))}`;
  }
}

function describe(error: unknown): NodeComputationFault {
  if (!(error instanceof Error)) return { message: 'The operation failed' };
  const code: unknown = Reflect.get(error, 'code');
  const isName = typeof code === 'string' && /^[A-Z0-9_]{1,80}$/.test(code);
  return { message: error.message.slice(0, MESSAGE_CHARS), ...(isName && { code }) };
}
