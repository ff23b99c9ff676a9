import type { ComputeNow } from '../wire/guest-entries.ts';
import type { NodeComputationFault } from '../wire/node-computations.ts';
import { runningCall } from './guest-call.ts';
import {
  defineProperty,
  freeze,
  jsonParse,
  jsonStringify,
  NativeError,
  sliceText,
} from './intrinsics.ts';

type Values = { readonly [key: string]: unknown };

/** Of the code that runs now; empty where nothing was set. */
let values: Values = freeze({});

let computeNow: ComputeNow = () => '0{"message":"nothing can be computed yet"}';

export function useComputeNow(given: ComputeNow): void {
  computeNow = given;
}

/**
 * For code that has no `ctx`, such as the stand-ins for modules of Node: the host, in the name of the call
 * that runs. It gives nothing that `ctx` of that call does not.
 */
export function installAmbient(): void {
  const ambient = {
    get values(): Values {
      return values;
    },
    enterWith: (next: Values): void => {
      values = next;
    },
    get hasCall(): boolean {
      return runningCall() !== undefined;
    },
    runWith: <Answer>(next: Values, run: () => Answer): Answer => {
      const before = values;
      values = next;
      try {
        return run();
      } finally {
        values = before;
      }
    },
    bind: (callback: (...args: unknown[]) => unknown) => {
      const bound = values;
      return (...args: unknown[]): unknown => ambient.runWith(bound, () => callback(...args));
    },
    ask: (operation: string, args: readonly unknown[]): Promise<unknown> =>
      requireCall().ask(operation, args),
    compute: (name: string, args: object): unknown => {
      const text = computeNow(name, jsonStringify(args) ?? '');
      const value: unknown = jsonParse(sliceText(text, 1, text.length));
      if (text[0] === '1') return value;
      const { message, code } = value as NodeComputationFault;
      const error = new NativeError(message) as Error & { code?: string };
      if (code !== undefined) error.code = code;
      throw error;
    },
    askSync: (operation: string, args: readonly unknown[]): unknown =>
      requireCall().askSync(operation, args),
  };
  defineProperty(globalThis, Symbol.for('mortise.ambient'), { value: freeze(ambient) });
}

function requireCall(): NonNullable<ReturnType<typeof runningCall>> {
  const call = runningCall();
  if (call === undefined)
    throw new NativeError('nothing can be asked of the host while an extension registers');
  return call;
}
