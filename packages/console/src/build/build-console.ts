import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { type ConsoleManifest, type FileRecord, MANIFEST_NAME } from '../console-manifest.ts';
import { hashSources } from './hash-sources.ts';
import { viteConfig } from './vite-config.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Builds the console into a folder, each file also packed as browsers take it, and answers the paths of
 * the modules that went into it.
 */
export async function buildConsole(folder: string): Promise<readonly string[]> {
  rmSync(join(folder, MANIFEST_NAME), { force: true });
  const sources = hashSources();
  // With several outputs or a watcher it would answer something else; this has neither.
  const { output } = (await build(viteConfig(folder))) as Rolldown.RolldownOutput;
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
    .map((path) => packFile(folder, path));
  writeManifest(folder, { sources, files });
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

function packFile(folder: string, path: string): FileRecord {
  const bytes = readFileSync(join(folder, path));
  const type = TYPES[extname(path)];
  if (type === undefined) throw new Error(`No content type is known for ${path}.`);
  const packed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  writeFileSync(join(folder, `${path}.br`), packed);
  writeFileSync(join(folder, `${path}.gz`), gzipSync(bytes, { level: 9 }));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { path, type, hash, bytes: bytes.length, packedBytes: packed.length };
}

function writeManifest(folder: string, manifest: ConsoleManifest): void {
  const draft = join(folder, `${MANIFEST_NAME}.${process.pid}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(draft, join(folder, MANIFEST_NAME));
}
