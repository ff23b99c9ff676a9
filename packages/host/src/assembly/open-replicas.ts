import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { canonicalJson, type HostConfig } from '@mortise/contracts';
import type { SharedLock } from '../extensions/shared-lock.ts';
import { ReplicaWatch } from '../replicas/replica-watch.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostOptions } from './host-options.ts';
import type { HostState } from './open-state.ts';

export interface ReplicaSources {
  readonly state: HostState;
  readonly configuration: HostConfiguration;
  readonly lock: SharedLock | undefined;
}

/** Joins the hosts on a state that is shared over a network; `undefined` where there are none. */
export async function openReplicas(
  { replica }: HostOptions,
  { lifetime, newId, logger, diagnostics }: HostBasics,
  { state, configuration, lock }: ReplicaSources,
): Promise<ReplicaWatch | undefined> {
  const { replicas: registry, changes } = state;
  if (registry === undefined || changes === undefined) return undefined;
  const known = replica === false ? {} : (replica ?? {});
  const watch = new ReplicaWatch({
    ...{ registry, id: newId(), logger, joins: replica !== false },
    name: known.name ?? `${hostname()} (pid ${process.pid})`,
    facts: async () => ({
      config: hashOfConfig(configuration.current),
      lock: lock === undefined ? null : await hashOfLock(lock),
    }),
  });
  lifetime.own(watch);
  diagnostics.add(() => watch.diagnostics());
  await watch.look();
  return watch;
}

const HASHES = new WeakMap<HostConfig, string>();

/** Without what may differ by machine: where a host serves and keeps its files. */
function hashOfConfig(config: HostConfig): string {
  const known = HASHES.get(config);
  if (known !== undefined) return known;
  const { revision: _, stateDir: _folder, state: _state, serve: _serve, ...rest } = config;
  const hash = hashOf(rest);
  HASHES.set(config, hash);
  return hash;
}

/** One that cannot be read is told as what it is; `lock_invalid` says why. */
async function hashOfLock(lock: SharedLock): Promise<string> {
  return lock.read().then(hashOf, () => 'unreadable');
}

function hashOf(value: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(value));
  return createHash('sha256').update(canonicalJson(plain)).digest('hex');
}
