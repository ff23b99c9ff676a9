import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StateFolder } from '@mortise/host';
import type { Finding } from './finding.ts';

/** Whether commands can edit the configuration, and the host can keep what lasts. */
export function checkFolders(configPath: string, state: StateFolder): readonly Finding[] {
  const folder = dirname(configPath);
  return [
    isWritable(folder) && isWritable(configPath)
      ? { check: 'folder', status: 'ok', detail: folder }
      : {
          ...{ check: 'folder', status: 'warning', detail: `${folder} cannot be written` },
          hint: 'The host runs; `allow`, `add` and their like need a folder that can be written.',
        },
    isWritable(nearestFolder(state.path))
      ? { check: 'state', status: 'ok', detail: state.path }
      : {
          ...{ check: 'state', status: 'error', detail: `${state.path} cannot be written` },
          hint: `Give it to this account (chown -R "$USER" ${state.path}), or name another with --state-dir.`,
        },
  ];
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
