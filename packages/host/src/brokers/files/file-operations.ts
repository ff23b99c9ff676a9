import { lstat, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CAPABILITIES,
  type GrantOf,
  type OperationInput,
  type OperationOutput,
} from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';
import type { DescriptorPaths } from './descriptor-paths.ts';
import { openReach, requireForeign, requireInside } from './file-reach.ts';
import type { HostFiles } from './host-files.ts';
import { listDirectory } from './list-directory.ts';
import { locate, locateIfThere } from './locate.ts';
import { makeDirectory } from './make-directory.ts';
import { openRegularFile } from './open-regular-file.ts';
import { PinnedDirectory } from './pinned-directory.ts';
import { decodeText, readRange } from './read-file.ts';
import { appendToFile, statIfThere, writeAtomically } from './write-file.ts';

const { standard } = CAPABILITIES.fs_reach;

type FileGrant = GrantOf<'fs_reach'>;
type Operation = 'read' | 'write' | 'list' | 'stat' | 'remove' | 'rename';
type Input<Name extends Operation> = OperationInput<'fs_reach', Name>;

export interface FileAccess {
  readonly grant: FileGrant;
  readonly descriptors: DescriptorPaths;
  readonly hostFiles: HostFiles;
}

export async function readFile(input: Input<'read'>, access: FileAccess) {
  const { grant, descriptors } = access;
  const { encoding = 'utf8', ...range } = input.options ?? {};
  const reach = await readReach(access);
  const location = await locate(input.path, { reach, descriptors, end: 'follow' });
  await using _directory = location.directory;
  const rules = {
    reach,
    allowHardLinks: grant.allowHardLinks === true,
    descriptors,
  };
  const opened = await openRegularFile(location, rules);
  await using _handle = opened.handle;
  const read = await readRange(opened, range, grant.maxReadBytes ?? standard.maxReadBytes);
  const { bytes, offset, size } = read;
  return {
    content: encoding === 'utf8' ? decodeText(read) : bytes.toString('base64'),
    encoding,
    size,
    offset,
    bytes: bytes.length,
    eof: offset + bytes.length >= size,
  };
}

export async function writeFile(input: Input<'write'>, access: FileAccess) {
  const { grant, descriptors } = access;
  const { encoding = 'utf8', exclusive = false, append = false } = input.options ?? {};
  const content = Buffer.from(input.content, encoding);
  const most = grant.maxWriteBytes ?? standard.maxWriteBytes;
  if (content.length > most) throw failed(`${content.length} bytes are more than ${most}.`);
  const reach = await writeReach(access);
  const location = await locate(input.path, { reach, descriptors, end: 'follow' });
  await using _directory = location.directory;
  if (location.name === '.') throw failed('It is a directory.', 'EISDIR');
  const rules = { reach, allowHardLinks: grant.allowHardLinks === true, descriptors, exclusive };
  const created = append
    ? await appendToFile(location, content, rules)
    : await writeAtomically(location, content, rules);
  return { bytes: content.length, created };
}

export async function listFiles(input: Input<'list'>, access: FileAccess) {
  const { descriptors } = access;
  const reach = await readReach(access);
  const location = await locate(input.path, { reach, descriptors, end: 'follow' });
  await using directory = location.directory;
  const limit = input.options?.limit ?? 1_000;
  // `await` before returning: a directory is closed when its scope ends, listed or not.
  if (location.name === '.') return await listDirectory(directory, reach, limit);
  await using inner = await PinnedDirectory.open(
    directory.child(location.name),
    reach,
    descriptors,
  );
  return await listDirectory(inner, reach, limit);
}

export async function statFile(
  input: Input<'stat'>,
  access: FileAccess,
): Promise<OperationOutput<'fs_reach', 'stat'>> {
  const { descriptors } = access;
  const reach = await readReach(access);
  const location = await locateIfThere(input.path, { reach, descriptors, end: 'follow' });
  if (location === undefined) return null;
  await using directory = location.directory;
  const stats = await statIfThere(directory.child(location.name));
  if (stats === undefined) return null;
  requireForeign(await reach.hostFiles.ownsFile(stats));
  if (!stats.isFile() && !stats.isDirectory()) throw denied('It is not a regular file.');
  return {
    kind: stats.isFile() ? 'file' : 'directory',
    size: stats.size,
    modifiedMs: Math.trunc(stats.mtimeMs),
  };
}

export async function makeFolder(input: Input<'stat'>, access: FileAccess) {
  return { created: await makeDirectory(input.path, await writeReach(access), access.descriptors) };
}

export async function removeFile(input: Input<'remove'>, access: FileAccess) {
  const { descriptors } = access;
  const reach = await writeReach(access);
  const location = await locateIfThere(input.path, { reach, descriptors, end: 'keep' });
  if (location === undefined) return false;
  await using directory = location.directory;
  const path = directory.child(location.name);
  const stats = await statIfThere(path);
  if (stats === undefined) return false;
  requireForeign(reach.hostFiles.isOne(stats));
  if (stats.isDirectory()) {
    if (input.options?.recursive !== true) throw failed('It is a directory.', 'EISDIR');
    if (location.name === '.') throw denied('A granted folder itself stays.', 'EPERM');
    await removeTree(directory, location.name, access);
    return true;
  }
  if (!stats.isFile() && !stats.isSymbolicLink()) throw failed('Only files can be removed.');
  await unlink(path);
  return true;
}

/** A file of the host is neither moved away nor written over, wherever it is. */
export async function renameFile(input: Input<'rename'>, access: FileAccess): Promise<null> {
  const { descriptors } = access;
  const reach = await writeReach(access);
  const from = await locate(input.path, { reach, descriptors, end: 'keep' });
  await using _from = from.directory;
  const to = await locate(input.to, { reach, descriptors, end: 'keep' });
  await using _to = to.directory;
  if (from.name === '.' || to.name === '.') throw denied('A granted folder itself stays.', 'EPERM');
  const [path, target] = [from.directory.child(from.name), to.directory.child(to.name)];
  const stats = await lstat(path);
  for (const each of [stats, await statIfThere(target)]) {
    if (each !== undefined) requireForeign(await reach.hostFiles.ownsFile(each));
  }
  if (stats.isDirectory()) await requireNoneOfHost(from.directory, from.name, access);
  else if (!stats.isFile()) throw denied('It is not a regular file.', 'EPERM');
  await rename(path, target);
  return null;
}

/** One by one, each in a directory that was opened and checked: a link leads nowhere. */
async function removeTree(
  parent: PinnedDirectory,
  name: string,
  access: FileAccess,
): Promise<void> {
  const { reach } = parent;
  {
    await using inner = await PinnedDirectory.open(parent.child(name), reach, access.descriptors);
    for (const entry of await readdir(inner.child('.'))) {
      const stats = await statIfThere(inner.child(entry));
      if (stats === undefined) continue;
      requireInside(join(inner.path, entry), reach);
      requireForeign(await reach.hostFiles.ownsFile(stats));
      if (stats.isDirectory()) await removeTree(inner, entry, access);
      else await unlink(inner.child(entry));
    }
  }
  await rmdir(parent.child(name));
}

/** A folder that is moved takes what lies in it along. */
async function requireNoneOfHost(
  parent: PinnedDirectory,
  name: string,
  access: FileAccess,
): Promise<void> {
  const { reach } = parent;
  await using inner = await PinnedDirectory.open(parent.child(name), reach, access.descriptors);
  for (const entry of await readdir(inner.child('.'))) {
    const stats = await statIfThere(inner.child(entry));
    if (stats === undefined) continue;
    requireInside(join(inner.path, entry), reach);
    requireForeign(await reach.hostFiles.ownsFile(stats));
    if (stats.isDirectory()) await requireNoneOfHost(inner, entry, access);
  }
}

function readReach({ grant: { read = [], write = [] }, hostFiles }: FileAccess) {
  return openReach(read, read[0] ?? write[0], { hostFiles });
}

function writeReach({ grant: { read = [], write = [] }, hostFiles }: FileAccess) {
  return openReach(write, read[0] ?? write[0], { hostFiles, isForWriting: true });
}
