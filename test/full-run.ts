/**
 * Says whether `pnpm test:full` runs the tests: sweeps then try every variant, where `npm test` takes
 * some of each kind.
 */
export function isFullRun(): boolean {
  return process.env['MORTISE_FULL'] === '1';
}
