import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { printLock } from '@mortise/loader';
import { runtimeFolders } from '@mortise/sandbox';
import type { MakeablePath, OwnPaths } from '../brokers/files/host-files.ts';
import { configModules } from '../config/config-modules.ts';
import { changeFile } from '../files/change-file.ts';
import { isPostgresAddress, postgresFiles } from '../postgres/postgres-address.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostOptions } from './host-options.ts';

/** What the host runs: modules of its configuration and scripts of servers, which others may import, too, runners, and compiled code. */
export function codePaths(options: HostOptions, configuration: HostConfiguration): OwnPaths {
  return {
    programs: [...runtimeFolders(), ...compiledFolders(getCompileCacheDir())],
    files: [...configFiles(options.config, configuration.file), ...serverScripts(configuration)],
  };
}

/**
 * Where Node keeps compiled code of this process, which later starts run as it is. With that of other versions of Node
 * where the folder is ours; one that an operator named may hold anything else.
 */
export function compiledFolders(inUse: string | undefined): readonly string[] {
  if (inUse === undefined) return [];
  const around = dirname(inUse);
  return [basename(dirname(around)) === '.mortise' ? around : inUse];
}

/** A lock file that holds nothing says the same as none; folders are made when they are needed. */
function makeablePaths({ lockFile, stateDir, cache }: HostOptions): readonly MakeablePath[] {
  const folders = [stateDir, pathIn(cache), lockFile && join(dirname(lockFile), '.mortise')];
  const made = folders
    .filter((path) => path !== undefined)
    .map((path) => ({ path, make: () => makeFolder(path) }));
  if (lockFile === undefined) return made;
  const empty = printLock({ lockVersion: 1, extensions: {} });
  return [...made, { path: lockFile, make: () => changeFile(lockFile, (text) => text ?? empty) }];
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** What of the disk the options of a host name as its own and is no code; its extensions are added where they are opened. */
export function keptPaths(options: HostOptions, { file }: HostConfiguration): OwnPaths {
  const { config, lockFile, stateDir, state, storage, audit, cache, protectedPaths = [] } = options;
  const isDatabase = typeof state === 'string' && isPostgresAddress(state);
  const path = isDatabase ? undefined : pathIn(state);
  const beside = path === undefined ? undefined : join(dirname(path), 'storage.db');
  const given = pathIn(config);
  return {
    files: [
      ...[file, given].filter((path) => path !== undefined && isFile(path)),
      lockFile,
      ...[path, storage, audit].map(pathIn),
      beside,
      ...(isDatabase ? postgresFiles(state) : []),
    ],
    folders: [
      ...protectedPaths,
      stateDir,
      pathIn(cache),
      // Where approved code is kept.
      lockFile === undefined ? undefined : join(dirname(lockFile), '.mortise'),
    ],
    makeable: makeablePaths(options),
  };
}

/** The one in force, and the one that the host was started with; a folder of either is no file of the host. */
function configFiles(config: HostOptions['config'], inForce: string): readonly string[] {
  const given = pathIn(config);
  const first = given !== undefined && isFile(given) ? configModules(given) : [];
  return [...configModules(inForce), ...first];
}

const SCRIPT = /\.(?:[cm]?[jt]s|py|rb|pl|sh)$/;

/** Programs that are started for MCP servers and lie on the disk by themselves: they run as the host's user. */
function serverScripts({ current, file }: HostConfiguration): readonly string[] {
  const paths = current.mcpServers.flatMap(({ command = '', args = [], cwd = '.' }) => {
    const texts = args.filter((each) => typeof each === 'string');
    const words = [
      command.includes('/') ? command : '',
      ...texts.filter((each) => SCRIPT.test(each)),
    ];
    return words.filter((each) => each !== '').map((each) => resolve(dirname(file), cwd, each));
  });
  return paths.filter((path) => isFile(path));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function pathIn(option: unknown): string | undefined {
  return typeof option === 'string' ? option : undefined;
}
