import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';

export type TarballEntry = Partial<Header> & { readonly name: string; readonly content?: string };

/** A real gzipped tarball with exactly these entries, however hostile. */
export async function makeTarball(entries: readonly TarballEntry[]): Promise<Uint8Array> {
  const tar = pack();
  for (const { content, ...header } of entries) {
    if (header.type === undefined || header.type === 'file') tar.entry(header, content ?? '');
    else tar.entry({ ...header, size: 0 }).end(undefined);
  }
  tar.finalize();
  const pieces: Uint8Array[] = [];
  for await (const piece of tar) pieces.push(piece as Uint8Array);
  return gzipSync(Buffer.concat(pieces));
}

/** An honest package in the form npm publishes it. */
export function makePackage(files: { readonly [path: string]: string }): Promise<Uint8Array> {
  return makeTarball(
    Object.entries(files).map(([path, content]) => ({ name: `package/${path}`, content })),
  );
}
