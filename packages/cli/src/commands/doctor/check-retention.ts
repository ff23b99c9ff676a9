import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StateFolder } from '@mortise/host';
import type { HostView } from '../../host-view/host-view.ts';
import { formatBytes } from '../../output/format-bytes.ts';
import { describePruned } from '../describe-pruned.ts';
import type { Finding } from './finding.ts';

/** How much there is in the state folder, and what of it is old. */
export async function checkRetention(
  view: HostView,
  folder: StateFolder,
): Promise<readonly Finding[]> {
  const { parts } = await view.prune({ dryRun: true });
  const sizes = await sizesOf(folder);
  const old = parts.filter(({ count }) => count > 0).map(describePruned);
  const next = old.length === 0 ? 'nothing of it is old' : `old: ${old.join('; ')}`;
  const failed = parts.filter(({ failure }) => failure !== undefined);
  return [
    {
      ...{ check: 'retention', status: 'ok', detail: `${sizes}; ${next}` },
      ...(old.length === 0
        ? {}
        : { hint: 'It goes within an hour where a host serves; or `mortise prune`.' }),
    },
    ...failed.map(
      ({ what, failure }): Finding => ({
        ...{ check: 'retention', status: 'warning', detail: `${what}: ${failure}` },
        hint: 'Nothing of it was removed; `mortise prune` tries again.',
      }),
    ),
  ];
}

const SHOWN = ['sessions', 'storage', 'audit', 'bundles', 'cache'] as const;

async function sizesOf(folder: StateFolder): Promise<string> {
  const sizes = await Promise.all(
    SHOWN.map(async (name) => `${name} ${formatBytes(await sizeOf(folder.path, folder[name]))}`),
  );
  return sizes.join(', ');
}

/** Of a file with all that starts with its name, or of the files of a folder. */
async function sizeOf(parent: string, path: string): Promise<number> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  const folder = isFolder ? path : parent;
  const names = await readdir(folder).catch(() => []);
  const own = names.map((name) => join(folder, name));
  const counted = isFolder ? own : own.filter((each) => each.startsWith(path));
  const sizes = await Promise.all(
    counted.map(async (each) => (await stat(each).catch(() => undefined))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
