/** Filled in when the runtime is built. */
declare const CONTINUED_OPERATIONS: readonly string[];
declare const CONTINUED_PER_CALL: number;

/** How much of a host call one of this name counts as. Made for guests, too: no method is called. */
export function hostCallWeight(name: string): number {
  for (let index = 0; index < CONTINUED_OPERATIONS.length; index += 1)
    if (CONTINUED_OPERATIONS[index] === name) return 1 / CONTINUED_PER_CALL;
  return 1;
}
