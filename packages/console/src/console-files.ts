import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type FileRecord, interpretManifest, MANIFEST_NAME } from './console-manifest.ts';

/** How the bytes of an answer are packed. */
export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** One file of the console, as browsers get it. */
export interface ConsoleFile {
  /** The value of `Content-Type`. */
  readonly type: string;
  /** The value of `ETag`. */
  readonly tag: string;
  /** Rejects if the file is gone. The same bytes while the process lives: they are read once. */
  read(encoding: ContentEncoding): Promise<Uint8Array<ArrayBuffer>>;
}

/** The console as it was built. */
export interface ConsoleFiles {
  /** By its path below the page: `index.html`, `console/…`. Only what the build made is found. */
  find(path: string): ConsoleFile | undefined;
}

/** Beside the sources in a checkout, beside `dist` where the package is installed. */
const BUILT = new URL('../built/', import.meta.url);

/** `undefined` if the console was not built, which `pnpm build` does in a checkout. */
export async function openConsole(folder: URL = BUILT): Promise<ConsoleFiles | undefined> {
  const text = await readFile(new URL(MANIFEST_NAME, folder), 'utf8').catch(() => undefined);
  const manifest = text === undefined ? undefined : interpretManifest(text);
  if (manifest === undefined) return undefined;
  const files = new Map(
    manifest.files.map((record) => [record.path, describeFile(record, folder)] as const),
  );
  return { find: (path) => files.get(path) };
}

const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const;

function describeFile({ path, type, hash }: FileRecord, folder: URL): ConsoleFile {
  const known = new Map<ContentEncoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    type,
    tag: `"${hash}"`,
    read: (encoding) => {
      const file = fileURLToPath(new URL(`${path}${ENDINGS[encoding]}`, folder));
      const bytes = known.get(encoding) ?? readFile(file).then((read) => new Uint8Array(read));
      known.set(encoding, bytes);
      // One that failed is tried again.
      bytes.catch(() => known.delete(encoding));
      return bytes;
    },
  };
}
