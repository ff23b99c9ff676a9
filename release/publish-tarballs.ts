import { basename } from 'node:path';
import type { Tarball } from './pack-package.ts';
import { runTool } from './run-tool.ts';

export interface PublishOptions {
  /** Asks npm to do all but send. */
  readonly isDryRun?: boolean;
  /** Which npm configuration counts; that of this process if absent. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Publishes tarballs in their order, so that no package is there before what it needs; answers a line
 * each. A version that is there already is left alone, so an interrupted release is typed again.
 */
export async function publishAll(
  tarballs: readonly Tarball[],
  { isDryRun = false, env = process.env }: PublishOptions = {},
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { name, path } of tarballs) {
    const args = ['publish', path, ...(isDryRun ? ['--dry-run'] : [])];
    try {
      await runTool('npm', args, { env });
      lines.push(`${isDryRun ? 'would publish' : 'published'}  ${basename(path)}`);
    } catch (error) {
      if (!isThere(error)) throw error;
      lines.push(`was there      ${name} (${basename(path)})`);
    }
  }
  return lines;
}

function isThere(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return /EPUBLISHCONFLICT|previously published version|cannot publish over/i.test(text);
}
