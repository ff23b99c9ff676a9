import { GroupGuard, type ProgramJail } from '@mortise/processes';
import { OwnFolders } from '../servers/own-folder.ts';
import { ServerProcesses } from '../servers/server-processes.ts';
import { baseDirOf } from './base-dir.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';

/** What starts the programs of MCP servers; nothing is started yet. */
export function openServerProcesses(
  options: HostOptions,
  { lifetime, hostFiles, folder }: HostBasics,
  jail: ProgramJail,
): ServerProcesses {
  const { env: environment = {} } = options;
  return new ServerProcesses({
    ...{ jail, hostFiles, environment, baseDir: baseDirOf(options) },
    folders: lifetime.own(new OwnFolders(folder?.path, environment['XDG_CACHE_HOME'])),
    guard: lifetime.own(new GroupGuard()),
  });
}
