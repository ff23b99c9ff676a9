import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAll, packAll } from '../../release/make-release.ts';
import type { Tarball } from '../../release/pack-package.ts';
import { publishAll } from '../../release/publish-tarballs.ts';
import { ROOT } from '../../release/workspace-packages.ts';
import { openConsumer } from './consumer.ts';
import { startRegistry } from './start-registry.ts';

/** A registry that has everything of this repository as it is now. */
export interface PublishedPackages {
  readonly registry: string;
  /** See `ConsumerOptions`. */
  readonly downloads: string;
  readonly tarballs: readonly Tarball[];
}

/**
 * Builds, packs, checks and publishes all packages to a registry on loopback; answers it and what ends it.
 * What the registry took from others is kept in `node_modules/.cache` for the next run.
 */
export async function publishToLoopback(): Promise<PublishedPackages & { stop(): void }> {
  const place = mkdtempSync(join(tmpdir(), 'mortise-published-'));
  const registry = await startRegistry(join(ROOT, 'node_modules', '.cache', 'registry'));
  const stop = (): void => {
    registry.stop();
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const tarballs = await packAll(join(place, 'tarballs'));
    const downloads = join(place, 'downloads');
    const published = { registry: registry.url, downloads, tarballs };
    const faults = await checkAll(tarballs, { isLinted: false });
    if (faults.length > 0) throw new Error(faults.join('\n'));
    using publisher = openConsumer(published);
    await publishAll(tarballs, { env: publisher.env });
    return { ...published, stop };
  } catch (error) {
    stop();
    throw error;
  }
}
