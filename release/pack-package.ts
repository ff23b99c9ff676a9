import { join } from 'node:path';
import { runTool } from './run-tool.ts';
import { ROOT, type WorkspacePackage } from './workspace-packages.ts';

/** A tarball as it will be published. */
export interface Tarball {
  readonly name: string;
  readonly path: string;
}

/** Packs one package into a folder. `pnpm` fills in versions and what `publishConfig` says. */
export async function packPackage(each: WorkspacePackage, folder: string): Promise<Tarball> {
  const pnpm = join(ROOT, 'node_modules', '.bin', 'pnpm');
  const printed = await runTool(pnpm, ['pack', '--json', '--pack-destination', folder], {
    cwd: each.folder,
  });
  const { filename } = JSON.parse(printed.slice(printed.indexOf('{'))) as {
    readonly filename: string;
  };
  return { name: each.name, path: filename };
}
