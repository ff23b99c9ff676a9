import { dirname } from 'node:path';

import {
  type ApprovalStore,
  type ExtensionStorage,
  resolveRetention,
  type SessionStore,
} from '@mortise/contracts';
import { pruneAudit } from '../audit/prune-audit.ts';

import type { FolderCache } from '../cache/folder-cache.ts';
import type { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import { isPostgresAddress } from '../postgres/postgres-address.ts';
import { pruneBackups, pruneDrafts } from '../retention/prune-leftovers.ts';
import { pruneStorage } from '../retention/prune-storage.ts';
import { Pruner, type PrunerParts, type PruneSource } from '../retention/pruner.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostOptions } from './host-options.ts';
import { storagePath } from './storage-path.ts';

export interface PrunedParts {
  readonly configuration: HostConfiguration;
  readonly extensions: ExtensionLifecycle;
  readonly store: SessionStore;
  readonly approvals: ApprovalStore;
  readonly storage: ExtensionStorage | undefined;
  /** Absent where the embedder keeps what is remembered, or nothing is. */
  readonly cache: FolderCache | undefined;
}

/** What this host keeps for a while; what the embedder brought is the embedder's to look after, unless it says how. */
export function openPruner(options: HostOptions, basics: HostBasics, parts: PrunedParts): Pruner {
  const { now, logger, lifetime } = basics;
  const { configuration } = parts;
  return new Pruner({
    ...{ now, logger, sources: sourcesOf(options, basics, parts) },
    isClosed: () => lifetime.isClosed,
    rules: () => resolveRetention(configuration.current.retention),
  });
}

function sourcesOf(
  options: HostOptions,
  basics: HostBasics,
  { configuration, extensions, store, approvals, storage, cache }: PrunedParts,
): PrunerParts['sources'] {
  const { audit } = options;
  const databases = databasesOf(options, basics);
  const sources: { [What in keyof PrunerParts['sources']]: PruneSource | undefined } = {
    sessions: store.prune && sessionSource(store, basics),
    approvals: async ({ approvals: maxAgeMs }, { now, dryRun }) => ({
      count: await approvals.prune({ endedBefore: now - maxAgeMs, dryRun }),
      bytes: 0,
    }),
    removedStorage: storage?.owners && storageSource(storage.owners, extensions),
    bundles: (rules, run) => extensions.pruneBundles({ ...run, maxAgeMs: rules.bundles }),
    cache:
      cache &&
      (({ cache: maxAgeMs, cacheSize: maxBytes }, { dryRun }) =>
        cache.prune({ maxAgeMs, maxBytes, dryRun })),
    audit: typeof audit === 'string' ? auditSource(audit) : undefined,
    backups: (rules, run) => pruneBackups(databases, { ...run, maxAgeMs: rules.backups }),
    drafts: (_rules, run) => pruneDrafts(foldersOf(options, basics, configuration), run),
  };
  const present = Object.entries(sources).filter(([, source]) => source !== undefined);
  return Object.fromEntries(present);
}

function sessionSource(store: SessionStore, { lifetime }: HostBasics): PruneSource {
  const isInUse = (agentId: string, sessionKey: string) =>
    lifetime.running.isOf(agentId, sessionKey);
  return async ({ sessions }, { now, dryRun }) => ({
    count: (await store.prune?.({ unusedSince: now - sessions, isInUse, dryRun })) ?? 0,
    bytes: 0,
  });
}

function storageSource(
  owners: NonNullable<ExtensionStorage['owners']>,
  extensions: ExtensionLifecycle,
): PruneSource {
  return ({ removedStorage: maxAgeMs }, run) =>
    pruneStorage(owners, () => extensions.installedOwners(), { ...run, maxAgeMs });
}

function auditSource(path: string): PruneSource {
  return ({ audit: maxAgeMs, auditSize: maxBytes }, { now, dryRun }) =>
    pruneAudit(path, now, { maxAgeMs, maxBytes, dryRun });
}

function databasesOf(options: HostOptions, basics: HostBasics): readonly string[] {
  const { state } = options;
  if (typeof state === 'string' && isPostgresAddress(state)) return [];
  const sessions = typeof state === 'string' ? state : basics.folder?.sessions;
  return [sessions, storagePath(options, basics)].filter((path) => path !== undefined);
}

/** Where editors of this host write. */
function foldersOf(
  { lockFile, config }: HostOptions,
  { folder }: HostBasics,
  configuration: HostConfiguration,
): readonly string[] {
  return [
    ...(folder === undefined ? [] : [folder.path, folder.bundles]),
    ...(lockFile === undefined ? [] : [dirname(lockFile)]),
    ...(typeof config === 'string' ? [dirname(configuration.file)] : []),
  ];
}
