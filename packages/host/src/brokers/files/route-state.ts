import { join } from 'node:path';
import {
  CAPABILITIES,
  type CapabilitySubject,
  type GrantOf,
  STATE_FOLDER,
} from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';
import { isInside } from './file-reach.ts';
import { type HostFiles, NO_HOST_FILES } from './host-files.ts';
import type { StateFolders } from './state-folders.ts';
import type { StateSize } from './state-usage.ts';

/** What of an operation says which files are meant. */
export interface StateInput {
  readonly path: string;
  readonly to?: string;
}

interface Asked<Input> {
  readonly input: Input;
  readonly grant: GrantOf<'fs_reach'>;
  readonly subject: CapabilitySubject;
  /** What the operation makes; undefined if it makes nothing. */
  readonly added: StateSize | undefined;
}

interface Routed<Input> {
  readonly input: Input;
  readonly grant: GrantOf<'fs_reach'>;
  readonly hostFiles: HostFiles;
  /** Kept for what the operation makes, to be disposed of after it. */
  readonly room?: Disposable | undefined;
}

interface RouteParts {
  readonly hostFiles: HostFiles;
  readonly stateFolders: StateFolders | undefined;
}

/**
 * Leads what is asked of the state folder of an extension to where that lies: there its paths are all
 * that is granted, and below it nothing is the host's. Everything else stays as it is.
 */
export async function routeState<Input extends StateInput>(
  { input, grant, subject, added }: Asked<Input>,
  { hostFiles, stateFolders }: RouteParts,
): Promise<Routed<Input>> {
  const isOfState = isInside(input.path, STATE_FOLDER);
  if (input.to !== undefined && isInside(input.to, STATE_FOLDER) !== isOfState) {
    throw failed('It cannot be moved in or out of the state folder; copy it.', 'EXDEV');
  }
  if (!isOfState) return { input, grant, hostFiles };
  if (grant.state !== true || stateFolders === undefined) {
    const command = `mortise grant ${subject.extensionId} fs_reach state`;
    throw denied(`A folder of its own is not granted. If it may have one: ${command}`);
  }
  const folder = await stateFolders.folderFor(subject);
  const most = grant.stateBytes ?? CAPABILITIES.fs_reach.standard.stateBytes;
  const room = added && (await stateFolders.admit(folder, added, most));
  const real = (path: string): string => join(folder, path.slice(STATE_FOLDER.length));
  return {
    input: {
      ...input,
      path: real(input.path),
      ...(input.to !== undefined && { to: real(input.to) }),
    },
    grant: { ...grant, read: [folder], write: [folder] },
    hostFiles: NO_HOST_FILES,
    room,
  };
}
