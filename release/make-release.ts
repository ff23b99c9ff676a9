import { mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { buildPackages } from './build-packages.ts';
import { checkPackage } from './check-package.ts';
import { lintTarball } from './lint-tarball.ts';
import { npmRegistry } from './npm-registry.ts';
import { packPackage, type Tarball } from './pack-package.ts';
import { unpackPackage } from './unpacked-package.ts';
import { ROOT, workspacePackages } from './workspace-packages.ts';

/** Builds and packs all packages into a folder, which is emptied first. */
export async function packAll(folder: string): Promise<readonly Tarball[]> {
  const all = workspacePackages();
  await buildPackages(all);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tarballs: Tarball[] = [];
  for (const each of all) tarballs.push(await packPackage(each, folder));
  return tarballs;
}

/** What is wrong with tarballs: by our own demands, and by `publint` and `attw` if asked. */
export async function checkAll(
  tarballs: readonly Tarball[],
  options: { readonly isLinted: boolean },
): Promise<readonly string[]> {
  const words = await forbiddenWords();
  const found: string[] = [];
  for (const tarball of tarballs) {
    using unpacked = await unpackPackage(tarball);
    const lines = [...checkPackage(unpacked, { words })];
    if (options.isLinted) lines.push(...(await lintTarball(tarball, unpacked.manifest)));
    found.push(...lines.map((line) => `${tarball.name}: ${line}`));
  }
  return found;
}

/** Folders of this machine, and the host of the registry that npm is set to here. */
async function forbiddenWords(): Promise<readonly string[]> {
  const { host } = await npmRegistry();
  // A home such as `/` or `/root` is a word of other texts, too.
  return [ROOT, host, ...(homedir().split('/').length > 2 ? [homedir()] : [])];
}
