import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Diagnostic, MortiseError } from '@mortise/contracts';
import type { Extract } from 'tar-stream';
import { loaderDiagnostic } from '../loader-diagnostic.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';
import { checkEntryName } from './check-entry-name.ts';

export type ArchiveReading =
  | { readonly status: 'ok'; readonly files: ReadonlyMap<string, Uint8Array> }
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads a gzipped tarball in memory; nothing is written anywhere. The first thing that an honest
 * archive does not have ends the reading: an archive is taken whole or not at all.
 */
export async function readArchive(packed: Uint8Array, name: string): Promise<ArchiveReading> {
  try {
    const tar = await inflate(packed);
    return { status: 'ok', files: await readEntries(tar) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = MortiseError.is(error) ? error.code : 'package_unreadable';
    return {
      status: 'failed',
      diagnostics: [loaderDiagnostic(code, { message, subject: name, file: name })],
    };
  }
}

type Entry = Extract extends AsyncIterable<infer Each> ? Each : never;

const inflateAsync = promisify<Uint8Array, object, Buffer>(gunzip);

async function inflate(packed: Uint8Array): Promise<Uint8Array> {
  if (packed.length > ARCHIVE_LIMITS.packedBytes) {
    throw new MortiseError('package_too_large', `It has ${packed.length} bytes.`);
  }
  const allowed = Math.min(ARCHIVE_LIMITS.unpackedBytes, packed.length * ARCHIVE_LIMITS.ratio);
  try {
    return await inflateAsync(packed, { maxOutputLength: Math.max(allowed, 1_000_000) });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new MortiseError('archive_refused', 'It unpacks to far more than it is.');
    }
    throw new MortiseError('package_unreadable', 'It is not a gzipped tarball.');
  }
}

async function readEntries(tar: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const folded = new Map<string, 'file' | 'folder'>();
  const { extract } = await import('tar-stream');
  const reader = extract();
  reader.end(tar);
  let count = 0;
  for await (const entry of reader) {
    count += 1;
    if (count > ARCHIVE_LIMITS.entries) refuse('', 'it has too many entries');
    const accepted = acceptEntry(entry, folded);
    const bytes = await readBytes(entry);
    if (accepted !== undefined) files.set(accepted, bytes);
  }
  return files;
}

/** The path of a file to keep; `undefined` for a folder. Refuses by throwing. */
function acceptEntry(entry: Entry, folded: Map<string, 'file' | 'folder'>): string | undefined {
  const { name, type, size } = entry.header;
  const checked = checkEntryName(name);
  if (!checked.ok) return refuse(name, checked.reason);
  if (type !== 'file' && type !== 'contiguous-file' && type !== 'directory') {
    return refuse(name, `it is a ${type ?? 'thing of unknown kind'}, not a file`);
  }
  if ((size ?? 0) > ARCHIVE_LIMITS.entryBytes) return refuse(name, 'it is too large');
  const kind = type === 'directory' ? 'folder' : 'file';
  claimName(checked.folded, kind, { name, folded });
  if (kind === 'folder' || checked.path === '') return undefined;
  return checked.path;
}

interface Claim {
  readonly name: string;
  readonly folded: Map<string, 'file' | 'folder'>;
}

/** Two entries for one file, in any spelling, and a file where another one needs a folder. */
function claimName(path: string, kind: 'file' | 'folder', claim: Claim): void {
  const held = claim.folded.get(path);
  if (kind === 'file' && held !== undefined) refuse(claim.name, 'it is there twice');
  if (kind === 'folder' && held === 'file') refuse(claim.name, 'it is a file and a folder');
  const pieces = path.split('/');
  for (let depth = 1; depth < pieces.length; depth += 1) {
    const folder = pieces.slice(0, depth).join('/');
    if (claim.folded.get(folder) === 'file') refuse(claim.name, 'it lies in a file');
    claim.folded.set(folder, 'folder');
  }
  claim.folded.set(path, kind);
}

async function readBytes(entry: Entry): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of entry) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}

function refuse(name: string, reason: string): never {
  throw new MortiseError('archive_refused', `${JSON.stringify(name.slice(0, 200))}: ${reason}.`);
}
