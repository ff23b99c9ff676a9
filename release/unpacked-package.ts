import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tarball } from './pack-package.ts';
import { runTool } from './run-tool.ts';
import { type Manifest, readPackage } from './workspace-packages.ts';

/** What a registry would give to those who install a package. */
export interface UnpackedPackage extends Disposable {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Made by `mortise pack`: loaded by a host, imported by no program. */
  readonly isExtension: boolean;
  /** From the folder on, sorted. */
  readonly files: readonly string[];
  read(file: string): string;
}

/** Unpacks a tarball into a folder for temporary files, which goes when the package is disposed. */
export async function unpackPackage({ path, isExtension }: Tarball): Promise<UnpackedPackage> {
  const place = mkdtempSync(join(tmpdir(), 'mortise-unpacked-'));
  await runTool('tar', ['-xzf', path, '-C', place]);
  const folder = join(place, 'package');
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return {
    folder,
    isExtension,
    manifest: readPackage(folder).manifest,
    files: files.toSorted(),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }),
  };
}
