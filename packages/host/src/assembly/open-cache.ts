import { type CacheStore, resolveRetention } from '@mortise/contracts';
import { FolderCache } from '../cache/folder-cache.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostOptions } from './host-options.ts';

/** The store of the options, or a folder of signed files: the one that was named, or that of the state. */
export function openCache(
  { cache }: HostOptions,
  { folder }: HostBasics,
  { current }: HostConfiguration,
): CacheStore | undefined {
  const chosen = cache ?? folder?.cache;
  const { cacheSize: maxBytes } = resolveRetention(current.retention);
  return typeof chosen === 'string' ? new FolderCache(chosen, { maxBytes }) : chosen;
}
