/** Most keys of one namespace, whichever storage keeps them. */
export const MOST_KEYS = 10_000;
