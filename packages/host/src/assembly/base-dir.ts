import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { HostOptions } from './host-options.ts';

/** Relative paths of a configuration start where its file is. */
export function baseDirOf({ config, workingDir = process.cwd() }: HostOptions): string {
  if (typeof config !== 'string') return workingDir;
  const path = resolve(workingDir, config);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
}
