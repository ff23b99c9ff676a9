import { type Computation, MOST_COMPUTATIONS } from '../wire/computations.ts';
import { enterCall, type GuestCall, runningCall } from './guest-call.ts';
import { sayCompute } from './guest-output.ts';
import {
  createSafeTable,
  jsonParse,
  jsonStringify,
  NativeError,
  NativePromise,
} from './intrinsics.ts';

interface Asked {
  readonly resolve: (value: unknown) => void;
  readonly reject: (fault: unknown) => void;
  /** The call that it was asked for in. */
  readonly call: GuestCall | undefined;
}

const asked = createSafeTable<Asked>();
let lastId = 0;
let count = 0;

/** Has the runner compute something. Rejects with a `ComputationFault`, which is plain data. */
export function compute(name: Computation, input: unknown): Promise<unknown> {
  return new NativePromise((resolve, reject) => {
    if (count >= MOST_COMPUTATIONS)
      throw new NativeError(`more than ${MOST_COMPUTATIONS} computations at once`);
    const json = jsonStringify(input);
    if (json === undefined) throw new TypeError('what is computed with must be JSON');
    lastId += 1;
    count += 1;
    asked[lastId] = { resolve, reject, call: runningCall() };
    sayCompute(lastId, name, json);
  });
}

/** Called by the runner with what came of a computation. */
export function settleComputation(id: number, isOk: boolean, json: string): void {
  const found = asked[id];
  if (found === undefined) return;
  delete asked[id];
  count -= 1;
  enterCall(found.call);
  const value: unknown = jsonParse(json);
  if (isOk) found.resolve(value);
  else found.reject(value);
}

/** Nothing runs between calls: what was asked for is not answered any more. */
export function dropComputations(): void {
  for (const id in asked) delete asked[id];
  count = 0;
}
