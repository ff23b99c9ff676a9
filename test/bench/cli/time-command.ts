import { spawnSync } from 'node:child_process';

/** Milliseconds from the start of a Node process to its end. Throws if it failed. */
export function timeCommand(cwd: string, args: readonly string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  const took = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return took;
}
