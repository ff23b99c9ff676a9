/**
 * Says whether `.ci/run` or another machine that checks changes runs the tests: what a test needs and cannot have is a
 * failure there, and elsewhere a reason to skip it.
 */
export function isCiRun(env: NodeJS.ProcessEnv = process.env): boolean {
  return env['CI'] !== undefined || env['MORTISE_CI'] !== undefined;
}
