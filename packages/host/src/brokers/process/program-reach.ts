import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GrantOf } from '@mortise/contracts';
import type { ConfinedOrder } from '@mortise/processes';
import { openReach } from '../files/file-reach.ts';
import { type HostFiles, NO_HOST_FILES } from '../files/host-files.ts';
import { secretsOfSystem } from './secrets-of-system.ts';

/** What systems bring for programs: the programs, their libraries, settings, and the kernel's own files. */
export const OF_THE_SYSTEM: readonly string[] = [
  ...['/bin', '/sbin', '/usr', '/opt', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store'],
  ...['/etc', '/proc', '/sys', '/run/systemd/resolve'],
];

/** What one run of a granted program may reach, and a folder for its temporary files. */
export interface ProgramReach extends Disposable {
  readonly paths: ConfinedOrder['paths'];
  readonly network: boolean;
  readonly temporary: string;
}

/** Refuses folders of the grant that are links, or are not there. */
export async function openProgramReach(
  { cwd = [], read = [], write = [], network = false }: GrantOf<'process'>,
  binary: string,
  hostFiles: HostFiles = NO_HOST_FILES,
): Promise<ProgramReach> {
  const readable = read.length > 0 ? (await openReach(read, read[0])).roots : [];
  const writable = write.length > 0 ? (await openReach(write, write[0])).roots : [];
  const temporary = mkdtempSync(join(realpathSync(tmpdir()), 'mortise-run-'));
  const own = hostFiles.list();
  return {
    paths: {
      read: [...OF_THE_SYSTEM, binary, realpathSync(binary), ...cwd, ...readable],
      write: [...writable, temporary],
      hidden: [...secretsOfSystem(), ...own.hidden],
      readOnly: own.readOnly,
    },
    ...{ network, temporary },
    [Symbol.dispose]: () => removeTemporary(temporary),
  };
}

/** A program may have closed a folder in it: what it answered counts all the same. */
function removeTemporary(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It lies where the system keeps temporary files, and takes them away.
  }
}
