import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_PROGRAMS } from './build-programs.ts';
import { compilePackage } from './compile-package.ts';
import type { WorkspacePackage } from './workspace-packages.ts';

/**
 * Builds the `dist` of all packages anew, each after those that it needs: `tsc`, then the programs that
 * are more than compiled files. Nothing in a checkout runs what it makes.
 */
export async function buildPackages(all: readonly WorkspacePackage[]): Promise<void> {
  for (const each of all) {
    const dist = join(each.folder, 'dist');
    rmSync(dist, { recursive: true, force: true });
    if (each.isExtension) continue;
    await compilePackage(each, all);
    await BUILD_PROGRAMS[each.name]?.(dist);
  }
}
