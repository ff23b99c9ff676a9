/** Code is compiled, caches fill, V8 and malloc find their sizes. */
const WARM_UP_SHARE = 0.4;
const LONGEST_WARM_UP_MS = 12 * 60_000;
/** The rest of the warm-up runs at the pace that is judged, so that what the haste piled up has gone. */
const HASTE_SHARE = 0.75;

/**
 * V8 goes on compiling what runs seldom for half an hour at 100 calls/s (as heap snapshots show: two thirds of
 * what the live heap grew by was code). Three times as much of everything has that behind it after the warm-up.
 */
export const HASTE = 3;

/** How much of a soak of `ms` is not judged. */
export function warmUpOf(ms: number): number {
  return Math.min(ms * WARM_UP_SHARE, LONGEST_WARM_UP_MS);
}

/** How much of a soak of `ms` is run in haste. */
export function hasteOf(ms: number): number {
  return warmUpOf(ms) * HASTE_SHARE;
}
