import { join } from 'node:path';
import { runTool } from './run-tool.ts';
import { ROOT, type WorkspacePackage } from './workspace-packages.ts';

/** A tarball as it will be published. */
export interface Tarball {
  readonly name: string;
  readonly path: string;
  readonly isExtension: boolean;
}

/**
 * Packs one package into a folder: an extension as every author does it, with `mortise pack`; others
 * with `pnpm pack`, which fills in versions and what `publishConfig` says.
 */
export async function packPackage(each: WorkspacePackage, folder: string): Promise<Tarball> {
  const { name, isExtension } = each;
  const printed = isExtension ? await packOwn(each, folder) : await packWithPnpm(each, folder);
  const { filename, path = filename } = JSON.parse(printed.slice(printed.indexOf('{'))) as {
    readonly filename?: string;
    readonly path?: string;
  };
  if (path === undefined) throw new Error(`no tarball was made of ${name}: ${printed}`);
  return { name, path, isExtension };
}

function packOwn({ folder: extension }: WorkspacePackage, folder: string): Promise<string> {
  const command = join(ROOT, 'packages', 'cli', 'bin', 'mortise.js');
  return runTool(process.execPath, [command, 'pack', extension, '--out', folder, '--json']);
}

function packWithPnpm({ folder: cwd }: WorkspacePackage, folder: string): Promise<string> {
  const pnpm = join(ROOT, 'node_modules', '.bin', 'pnpm');
  return runTool(pnpm, ['pack', '--json', '--pack-destination', folder], { cwd });
}
