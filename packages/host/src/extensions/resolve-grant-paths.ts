import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CapabilityGrants } from '@mortise/contracts';

/**
 * Turns the folders of grants into real absolute ones: an operator writes them relative to the
 * configuration, brokers compare real paths.
 */
export function resolveGrantPaths(grants: CapabilityGrants, baseDir: string): CapabilityGrants {
  const { fs_reach: files, process } = grants;
  const real = (paths: string[] | undefined) =>
    paths?.map((path) => realPath(resolve(baseDir, path)));
  const [read, write, cwd] = [real(files?.read), real(files?.write), real(process?.cwd)];
  return {
    ...grants,
    ...(files && { fs_reach: { ...files, ...(read && { read }), ...(write && { write }) } }),
    ...(process && { process: { ...process, ...(cwd && { cwd }) } }),
  };
}

// A folder that is not there yet stays as it was written: nothing can be reached through it.
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
