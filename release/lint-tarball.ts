import { join } from 'node:path';
import type { Tarball } from './pack-package.ts';
import { runTool } from './run-tool.ts';
import type { Manifest } from './workspace-packages.ts';

const BIN = join(import.meta.dirname, 'node_modules', '.bin');

/** What `publint` and `attw` say of a tarball; `attw` is asked where there is something to import. */
export async function lintTarball(
  { path, isExtension }: Tarball,
  manifest: Manifest,
): Promise<readonly string[]> {
  const found = await complaintsOf('publint', ['run', path, '--strict']);
  const hasTypes = JSON.stringify(manifest.exports ?? {}).includes('.d.ts');
  if (isExtension || !hasTypes) return found;
  return [...found, ...(await complaintsOf('attw', [path, '--profile', 'esm-only', '--no-color']))];
}

async function complaintsOf(tool: string, args: readonly string[]): Promise<readonly string[]> {
  try {
    await runTool(join(BIN, tool), args);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
