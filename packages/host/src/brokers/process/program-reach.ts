import { realpathSync } from 'node:fs';
import type { GrantOf } from '@mortise/contracts';
import { type ConfinedOrder, describeStartError } from '@mortise/processes';
import { failed } from '../broker-refusal.ts';
import { openReach } from '../files/file-reach.ts';
import { type HostFiles, NO_HOST_FILES } from '../files/host-files.ts';
import { gitExcludes } from './git-excludes.ts';
import type { RunFolder, RunFolders } from './run-folders.ts';
import { secretsOfSystem } from './secrets-of-system.ts';

/** What systems bring for programs: the programs, their libraries, settings, and the kernel's own files. */
export const OF_THE_SYSTEM: readonly string[] = [
  ...['/bin', '/sbin', '/usr', '/opt', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store'],
  ...['/etc', '/proc', '/sys', '/run/systemd/resolve'],
];

/** What one run of a granted program may reach, and a folder for its temporary files. */
export interface ProgramReach extends AsyncDisposable {
  readonly paths: ConfinedOrder['paths'];
  readonly network: boolean;
  readonly temporary: string;
  /** What programs are told of it. */
  readonly env: Readonly<Record<string, string>>;
}

export interface ReachParts {
  /** Where it is. */
  readonly binary: string;
  readonly folders: RunFolders;
  /** What no program reaches. */
  readonly hostFiles?: HostFiles;
}

/** Refuses folders of the grant that are links, or are not there. */
export async function openProgramReach(
  { cwd = [], read = [], write = [], network = false }: GrantOf<'process'>,
  { binary, folders, hostFiles = NO_HOST_FILES }: ReachParts,
): Promise<ProgramReach> {
  const readable = read.length > 0 ? (await openReach(read, read[0])).roots : [];
  const writable = write.length > 0 ? (await openReach(write, write[0])).roots : [];
  await hostFiles.makeIn(writable);
  const temporary = makeTemporary(folders);
  const own = hostFiles.list();
  const roots = [...cwd, ...readable, ...writable];
  const places = { roots, hidden: own.hidden, temporary: temporary.path };
  return {
    paths: {
      read: [...OF_THE_SYSTEM, binary, realpathSync(binary), ...cwd, ...readable],
      write: [...writable, temporary.path],
      hidden: [...secretsOfSystem(), ...own.hidden],
      readOnly: own.readOnly,
    },
    ...{ network, temporary: temporary.path },
    env: { TMPDIR: temporary.path, ...gitExcludes(places) },
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
}

function makeTemporary(folders: RunFolders): RunFolder {
  try {
    return folders.make();
  } catch (error) {
    const { reason } = describeStartError('', error);
    throw failed(`There is no place for temporary files: ${reason}.`);
  }
}
