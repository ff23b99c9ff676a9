import { resolveRetention } from '@mortise/contracts';
import { GroupGuard, type ProgramJail } from '@mortise/processes';
import { OwnFolders } from '../servers/own-folder.ts';
import { ServerProcesses } from '../servers/server-processes.ts';
import { baseDirOf } from './base-dir.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostOptions } from './host-options.ts';

export interface ServerProcessesQuestions {
  readonly jail: ProgramJail;
  readonly configuration: HostConfiguration;
}

/** What starts the programs of MCP servers; nothing is started yet. */
export function openServerProcesses(
  options: HostOptions,
  { lifetime, hostFiles, folder, now }: HostBasics,
  { jail, configuration }: ServerProcessesQuestions,
): ServerProcesses {
  const { env: environment = {} } = options;
  const folders = lifetime.own(
    new OwnFolders({
      ...{ stateDir: folder?.path, cache: environment['XDG_CACHE_HOME'], now },
      keepMs: () => resolveRetention(configuration.current.retention).removedStorage,
    }),
  );
  hostFiles.add(() => ({ homes: folders.places }));
  return new ServerProcesses({
    ...{ jail, hostFiles, environment, baseDir: baseDirOf(options) },
    folders,
    guard: lifetime.own(new GroupGuard()),
  });
}
