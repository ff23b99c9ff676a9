import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '@mortise/contracts';
import { ARCHIVE_LIMITS } from './archive/archive-limits.ts';
import { readArchive } from './archive/read-archive.ts';
import { describeSource, type ExtensionSource } from './extension-source.ts';
import { listFolder } from './files/list-folder.ts';
import { MEMORY_ROOT, PackageView, readFromDisk } from './files/package-view.ts';
import { isUnder } from './files/path-inside.ts';
import type { ListedPackage, SealedPackage } from './files/sealed-package.ts';
import { integrityOf, integrityOfFiles } from './integrity.ts';
import { loaderDiagnostic } from './loader-diagnostic.ts';

/** A package that can be read, wherever it lies. */
export interface OpenPackage extends ListedPackage {
  readonly view: PackageView;
  /** There if the package is not on a disk. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

export type Opening =
  | { readonly status: 'ok'; readonly opened: OpenPackage }
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[] };

const NPM_NAME = /^(?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/;

/** Opens exactly what is named. A folder is read where it is, an archive into memory. */
export async function openSource(source: ExtensionSource): Promise<Opening> {
  switch (source.kind) {
    case 'folder':
      return openFolder(resolve(source.path), source);
    case 'package':
      return openInstalled(source);
    case 'archive':
      return openArchive(source);
    case 'inline':
      return openInline(source);
    default:
      return source satisfies never;
  }
}

function openFolder(path: string, source: ExtensionSource): Opening {
  const root = new PackageView().followLinks(path);
  const view = viewOf(root);
  if (!isFolder(root)) return unreadable(source, 'it is not a folder');
  const paths = listFolder(root, ARCHIVE_LIMITS.entries);
  if (paths === undefined) return tooLarge(source);
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const file of paths) {
    const content = readFromDisk(join(root, file));
    if (content === undefined) return tooLarge(source);
    bytes += content.length;
    if (bytes > ARCHIVE_LIMITS.unpackedBytes) return tooLarge(source);
    files.set(file, content);
  }
  const sealed = new Set(paths);
  return { status: 'ok', opened: { view, root, sealed, integrity: integrityOfFiles(files) } };
}

/** Reads files of a folder and none that links lead to outside of it. */
export function viewOf(root: string): PackageView {
  return new PackageView({ mayRead: (path) => isUnder(path, root) });
}

function openInstalled(source: InstalledPackage): Opening {
  if (!NPM_NAME.test(source.name)) return unreadable(source, 'that is no name of an npm package');
  const path = findInstalled(source);
  return path === undefined
    ? unreadable(source, `it is not installed where ${source.from} would find it`)
    : openFolder(path, source);
}

type InstalledPackage = ExtensionSource & { readonly kind: 'package' };

/** The folder of an installed package, as a file in the folder `from` would find it. */
export function findInstalled({ name, from }: InstalledPackage): string | undefined {
  if (!NPM_NAME.test(name)) return undefined;
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (isFolder(path)) return path;
    if (folder === dirname(folder)) return undefined;
  }
}

async function openArchive(
  source: ExtensionSource & { readonly kind: 'archive' },
): Promise<Opening> {
  const name = describeSource(source);
  const bytes = 'bytes' in source ? source.bytes : readBounded(source.path);
  if (bytes === undefined) return unreadable(source, 'it is not a file, or not of this size');
  const reading = await readArchive(bytes, name);
  if (reading.status === 'failed') return reading;
  return { status: 'ok', opened: openMemory(reading.files, integrityOf(bytes)) };
}

/** What an archive is, before anything of it is unpacked; `undefined` for what has to be read to know it. */
export function sealOf(source: ExtensionSource): SealedPackage | undefined {
  if (source.kind !== 'archive') return undefined;
  const bytes = 'bytes' in source ? source.bytes : readBounded(source.path);
  return bytes && { root: MEMORY_ROOT, integrity: integrityOf(bytes) };
}

function openInline(source: ExtensionSource & { readonly kind: 'inline' }): Opening {
  const manifest = { ...source.manifest, id: source.id, entry: 'index.ts' };
  const files = new Map(
    Object.entries({ 'index.ts': source.source, 'mortise.json': JSON.stringify(manifest) }).map(
      ([path, text]) => [path, new TextEncoder().encode(text)] as const,
    ),
  );
  return { status: 'ok', opened: openMemory(files, integrityOfFiles(files)) };
}

function openMemory(files: ReadonlyMap<string, Uint8Array>, integrity: string): OpenPackage {
  const sealed = new Set(files.keys());
  return { view: new PackageView({ memory: files }), root: MEMORY_ROOT, files, integrity, sealed };
}

function readBounded(path: string): Uint8Array | undefined {
  try {
    const facts = statSync(path);
    return facts.isFile() && facts.size <= ARCHIVE_LIMITS.packedBytes
      ? readFileSync(path)
      : undefined;
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function unreadable(source: ExtensionSource, reason: string): Opening {
  const subject = describeSource(source);
  const found = loaderDiagnostic('package_unreadable', {
    message: `${subject}: ${reason}`,
    subject,
  });
  return { status: 'failed', diagnostics: [found] };
}

function tooLarge(source: ExtensionSource): Opening {
  const subject = describeSource(source);
  const message = `${subject} has too many files, a file that is too large or too much in all`;
  return {
    status: 'failed',
    diagnostics: [loaderDiagnostic('package_too_large', { message, subject })],
  };
}
