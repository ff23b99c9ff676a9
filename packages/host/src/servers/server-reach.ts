import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { MortiseError, type ServerSandbox } from '@mortise/contracts';
import type { ConfinedOrder } from '@mortise/processes';
import { isInside } from '../brokers/files/file-reach.ts';
import type { HostFiles } from '../brokers/files/host-files.ts';
import { OF_THE_SYSTEM } from '../brokers/process/program-reach.ts';
import { secretsOfSystem } from '../brokers/process/secrets-of-system.ts';
import { linkedPackages } from './linked-packages.ts';
import type { OwnFolder } from './own-folder.ts';
import { argumentPlaces, packagesAbove, programFolders, toolFolders } from './readable-places.ts';

/** What is started, as far as its reach depends on it. */
export interface ReachQuestion {
  /** Real path of the program. */
  readonly program: string;
  /** Arguments that are no secrets. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly path: string;
  readonly sandbox: ServerSandbox;
  /** Where relative paths of the sandbox start. */
  readonly baseDir: string;
  readonly own: OwnFolder;
  /** Files that the environment names, such as certificates. */
  readonly files: readonly string[];
}

export type ServerReach = Pick<ConfinedOrder, 'paths' | 'network'>;

/** What the program of a server may reach. Throws `mcp_server_failed` for a path that is not there. */
export function serverReach(question: ReachQuestion, hostFiles: HostFiles): ServerReach {
  const { program, args, cwd, path, sandbox, own, files } = question;
  const { network = true } = sandbox;
  const named = [...programFolders(program), ...argumentPlaces(args, cwd)];
  const packages = [...packagesAbove(cwd), ...named].filter((each) =>
    each.endsWith('/node_modules'),
  );
  const granted = realPaths(question, 'read');
  const list = hostFiles.list();
  const { readOnly } = list;
  const hidden = list.hidden.filter((each) => !isInside(own.home, each));
  return {
    paths: {
      read: distinct([
        ...[...OF_THE_SYSTEM, ...toolFolders(path), ...named],
        ...[...packages, ...linkedPackages(packages)],
        ...[...files.filter((file) => existsSync(file)), ...granted],
      ]),
      write: distinct([own.home, ...realPaths(question, 'write')]),
      // Its own script is a file of the host, which no other program may change.
      hidden: [...secretsOfSystem(), ...hidden.filter((each) => !named.includes(each))],
      readOnly: [...readOnly, ...named.filter((each) => hidden.includes(each))],
    },
    network,
  };
}

function realPaths({ sandbox, baseDir }: ReachQuestion, key: 'read' | 'write'): readonly string[] {
  return (sandbox[key] ?? []).map((written) => {
    const path = resolve(baseDir, written);
    if (existsSync(path)) return realpathSync(path);
    const detail = `\`sandbox.${key}\` names ${path}, which is not there`;
    const hint = existsSync(dirname(path)) ? '; make it first.' : '.';
    throw new MortiseError('mcp_server_failed', `${detail}${hint}`);
  });
}

function distinct(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
