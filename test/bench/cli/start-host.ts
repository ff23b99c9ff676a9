import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface StartedHost {
  /** From the start of the process. */
  readonly readyMs: number;
  readonly bundled: number;
}

const PROGRAM = join(import.meta.dirname, 'ready-host.ts');

/** Starts a host on the configuration of a folder, installing what is not yet, and ends it again. */
export async function startHost(folder: string): Promise<StartedHost> {
  // As the command does for itself.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, folder], { env });
  return JSON.parse(stdout) as StartedHost;
}
