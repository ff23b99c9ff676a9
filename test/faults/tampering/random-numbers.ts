/** A whole number below the one given. */
export type Random = (below: number) => number;

/** The same numbers for the same seed, so that a failure can be looked at again. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
