import { posix } from 'node:path';
import type { GrantOf, OperationOutput } from '@mortise/contracts';
import type { FakeBroker } from './fake-broker.ts';
import { denied, failed } from './fake-refusal.ts';
import { fakeReadMany, fakeSearch, fakeWalk } from './fake-walk.ts';

/** Files in a map, below the folders that the tool declares. */
export function createFakeFiles(files: Map<string, string>): FakeBroker<'fs_reach'> {
  return {
    read: ({ path }, grant) => describe(files.get(within(grant, 'read', path))),
    write: ({ path, content }, grant) => {
      const place = within(grant, 'write', path);
      const created = !files.has(place);
      files.set(place, content);
      return { bytes: Buffer.byteLength(content), created };
    },
    list: ({ path }, grant) => ({ entries: list(files, within(grant, 'read', path)), more: false }),
    walk: ({ path, options }, grant) => fakeWalk(files, within(grant, 'read', path), options),
    search: (input, grant) =>
      fakeSearch(files, { ...input, path: within(grant, 'read', input.path) }),
    readMany: ({ path, options }, grant) =>
      fakeReadMany(files, within(grant, 'read', path), options),
    stat: ({ path }, grant) => {
      const held = files.get(within(grant, 'read', path));
      if (held === undefined) return null;
      return { kind: 'file', size: Buffer.byteLength(held), modifiedMs: 0 };
    },
    // Folders are where files are; there is nothing to make.
    mkdir: ({ path }, grant) => ({ created: within(grant, 'write', path) !== '' }),
    remove: ({ path }, grant) => files.delete(within(grant, 'write', path)),
  };
}

/** The absolute path that is meant, which lies in a folder of the grant. */
function within(grant: GrantOf<'fs_reach'>, use: 'read' | 'write', path: string): string {
  const folders = grant[use] ?? [];
  const place = posix.resolve(grant.read?.[0] ?? folders[0] ?? '/', path);
  if (folders.some((folder) => isBelow(place, folder))) return place;
  throw denied(`${place} is not under a folder that the tool may ${use}.`);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function describe(content: string | undefined): OperationOutput<'fs_reach', 'read'> {
  if (content === undefined) throw failed('There is no such file.');
  const size = Buffer.byteLength(content);
  return { content, encoding: 'utf8', size, offset: 0, bytes: size, eof: true };
}

function list(files: ReadonlyMap<string, string>, folder: string) {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  const kinds = new Map<string, 'file' | 'directory'>();
  for (const path of files.keys()) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...deeper] = path.slice(prefix.length).split('/');
    kinds.set(name, deeper.length > 0 ? 'directory' : 'file');
  }
  return [...kinds].sort().map(([name, kind]) => ({ name, kind }));
}
