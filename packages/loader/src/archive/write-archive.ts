import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** What npm gives every entry, so that a package depends on nothing but its contents. */
const MODIFIED = new Date('1985-10-26T08:15:00.000Z');
/** Byte 9 of a gzip header names the operating system; 255 means unknown. */
const GZIP_SYSTEM = 9;
const compress = promisify<Uint8Array, object, Buffer>(gzip);

/** A gzipped tarball whose bytes depend only on the files: same files, same bytes. */
export async function writeArchive(files: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const { pack } = await import('tar-stream');
  const tar = pack();
  for (const path of [...files.keys()].sort()) {
    const header = { name: `package/${path}`, mtime: MODIFIED, mode: 0o644, uid: 0, gid: 0 };
    tar.entry(header, files.get(path) ?? '');
  }
  tar.finalize();
  const pieces: Uint8Array[] = [];
  for await (const piece of tar) pieces.push(piece as Uint8Array);
  const packed = await compress(Buffer.concat(pieces), { level: 9 });
  packed[GZIP_SYSTEM] = 255;
  return packed;
}
