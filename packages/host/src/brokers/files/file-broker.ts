import {
  type CapabilityBroker,
  CapabilityRefusal,
  type CapabilitySubject,
  type GrantOf,
  type OperationInput,
  STATE_FOLDER,
} from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';
import { type DescriptorPaths, systemDescriptors } from './descriptor-paths.ts';
import {
  listFiles,
  makeFolder,
  readFile,
  removeFile,
  renameFile,
  statFile,
  writeFile,
} from './file-operations.ts';
import { type HostFiles, NO_HOST_FILES } from './host-files.ts';
import { isMissing } from './locate.ts';
import { type ManyAccess, readManyFiles, searchFiles, walkFiles } from './many-files.ts';
import { routeState, type StateInput } from './route-state.ts';
import type { StateFolders } from './state-folders.ts';
import type { StateSize } from './state-usage.ts';

export interface FileBrokerParts {
  /** What no grant reaches. */
  readonly hostFiles?: HostFiles;
  readonly descriptors?: DescriptorPaths;
  /** Where extensions have folders of their own; without it none has. */
  readonly stateFolders?: StateFolders;
}

/** Files below granted roots; what is opened is what is checked. */
export function createFileBroker({
  hostFiles = NO_HOST_FILES,
  descriptors = systemDescriptors(process.platform),
  stateFolders,
}: FileBrokerParts = {}): CapabilityBroker<'fs_reach'> {
  const explained =
    <Input extends StateInput, Output>(
      run: (input: Input, access: ManyAccess) => Promise<Output>,
      sizeOf?: (input: Input) => StateSize,
    ) =>
    async (
      input: Input,
      grant: GrantOf<'fs_reach'>,
      subject: CapabilitySubject,
    ): Promise<Output> => {
      try {
        const asked = { input, grant, subject, added: sizeOf?.(input) };
        const { room, ...routed } = await routeState(asked, { hostFiles, stateFolders });
        using _room = room;
        return await run(routed.input, { ...routed, descriptors, subject });
      } catch (error) {
        throw explain(error);
      }
    };
  return {
    read: explained(readFile),
    write: explained(writeFile, sizeOfWrite),
    list: explained(listFiles),
    stat: explained(statFile),
    mkdir: explained(makeFolder, sizeOfFolders),
    remove: explained(removeFile),
    rename: explained(renameFile),
    walk: explained(walkFiles),
    search: explained(searchFiles),
    readMany: explained(readManyFiles),
  };
}

function sizeOfWrite({ content, options }: OperationInput<'fs_reach', 'write'>): StateSize {
  return { bytes: Buffer.byteLength(content, options?.encoding ?? 'utf8'), files: 1 };
}

/** With all on the way to it. */
function sizeOfFolders({ path }: OperationInput<'fs_reach', 'mkdir'>): StateSize {
  return { bytes: 0, files: path.split('/').length - STATE_FOLDER.split('/').length };
}

/** Texts of system errors hold real paths; a guest gets words of its own. */
function explain(error: unknown): unknown {
  if (CapabilityRefusal.is(error) || !(error instanceof Error)) return error;
  if (isMissing(error)) return failed('Nothing is there.', 'ENOENT');
  const code = Reflect.get(error, 'code');
  const message = typeof code === 'string' ? MESSAGES.get(code) : undefined;
  return message === undefined ? error : failed(message, code);
}

const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['ELOOP', 'It is a link, or links lead in a circle.'],
  ['ENOTDIR', 'A part of the path is not a directory.'],
  ['EISDIR', 'It is a directory.'],
  ['EEXIST', 'It is there already.'],
  ['EACCES', 'The host may not do that there.'],
  ['ENAMETOOLONG', 'A name in the path is too long.'],
  ['ENOSPC', 'The disk is full.'],
  ['ENOTEMPTY', 'The directory is not empty.'],
  ['EXDEV', 'It cannot be moved to another disk.'],
]);
