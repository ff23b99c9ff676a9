import {
  type CapabilityGrants,
  canonicalJson,
  ERROR_CODES,
  type ErrorCode,
  type HostConfig,
  type StorageOwners,
  type ToolDescription,
} from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';
import { type LockedExtension, orderExtensions } from '@mortise/loader';
import type { LoadResult, Sandbox } from '@mortise/sandbox';
import { codeFingerprint } from './code-fingerprint.ts';
import { configuredPlaces } from './configured-places.ts';
import {
  configuredOff,
  type DisabledExtension,
  disabledExtension,
  switchedOff,
} from './disabled-extension.ts';
import type { PackagedExtension } from './extension-input.ts';
import { type ExtensionProposal, proposalOf } from './extension-proposal.ts';
import { type ExtensionFailure, type ExtensionState, failedState } from './extension-state.ts';
import {
  carriedStorage,
  extensionStorageOwner,
  installedOwners,
  type StorageBase,
} from './extension-storage-owner.ts';
import { isAsLocked } from './is-as-locked.ts';
import { KnownExtensions } from './known-extensions.ts';
import type { LockStore, PinnedEntry, SettleEntry } from './lock-store.ts';
import { offeredTools } from './offered-tools.ts';
import type { FailedPreparation, PreparedExtension } from './prepare-extension.ts';
import { reviewHash } from './review-hash.ts';
import { isSameOrigin } from './same-origin.ts';
import { grantsAfterApproval, settledGrants } from './settled-grants.ts';
import { UpdateGate, type WaitingUpdate } from './update-gate.ts';

export interface InstallerParts extends StorageBase {
  readonly sandbox: Sandbox;
  readonly catalog: ToolCatalog;
  /** Where relative paths and package names start. */
  readonly baseDir: string;
  /** Told who may store; absent if the storage looks after that itself. */
  readonly storage?: StorageOwners;
  readonly newId: () => string;
  /** Absent for embedders that pin nothing. */
  readonly lockStore?: LockStore;
  /** Lines that extensions log say where they were written. */
  readonly placesLogs?: boolean;
}

/**
 * Puts extensions into the sandbox and their tools into the catalog, and takes both back. Its caller
 * sees to it that two moves of one extension never overlap.
 */
export class ExtensionInstaller {
  readonly #parts: InstallerParts;
  readonly #known: KnownExtensions;
  readonly #gate: UpdateGate;
  #configuredOff: readonly DisabledExtension[] = [];
  #sources: readonly string[] = [];

  constructor(parts: InstallerParts) {
    const { sandbox, catalog, lockStore, newId } = parts;
    this.#parts = parts;
    this.#known = new KnownExtensions(catalog, sandbox);
    this.#gate = new UpdateGate({ sandbox, lockStore, newId });
  }

  /** Gives the extensions of a configuration their places: they keep their names, loaded or not. */
  async arrange(config: HostConfig): Promise<void> {
    const { lockStore, baseDir } = this.#parts;
    const locked = (await lockStore?.entries()) ?? {};
    const places = configuredPlaces(config, locked, baseDir);
    this.#known.arrange(places);
    this.#configuredOff = configuredOff(config, places);
    this.#sources = config.extensions.map(({ source }) => source);
  }

  /** Those that are switched off, in the configuration or until the host ends. */
  disabled(): readonly DisabledExtension[] {
    const { baseDir } = this.#parts;
    const now = this.states().filter(({ failure }) => failure?.code === 'extension_disabled');
    const configured = this.#configuredOff.filter(
      ({ origin }) => !this.states().some((each) => isSameOrigin(each.origin, origin, baseDir)),
    );
    return [
      ...configured,
      ...now.map(({ id, origin }) =>
        disabledExtension({ id, origin, reserved: this.#known.reservedNames(id) }),
      ),
    ];
  }

  states(): readonly ExtensionState[] {
    return this.#known.list().map(({ state }) => state);
  }

  find(id: string): ExtensionState | undefined {
    return this.#known.get(id)?.state;
  }

  /** Whether the lock file grants a loaded extension other than what is in force: another process changed it. */
  async hasOtherGrants(named: PackagedExtension): Promise<boolean> {
    const { lockStore, baseDir } = this.#parts;
    const known = this.#known.findLoaded((origin) => isSameOrigin(origin, named.package, baseDir));
    if (known?.manifest === undefined || lockStore === undefined) return false;
    const { manifest, state } = known;
    const locked = await lockStore.entry(state.id);
    const { package: _package, id: _id, ...settings } = named;
    const settled = settledGrants(
      { settings, manifest, kind: 'package' },
      locked?.granted,
      baseDir,
    );
    return canonicalJson(settled) !== canonicalJson(state.granted);
  }

  /** The old code serves until the new one has registered, and stays if that fails. */
  async load(extension: PreparedExtension): Promise<ExtensionState> {
    const obstacle = this.#findObstacle(extension);
    if (obstacle !== undefined) {
      const { id, origin } = extension;
      const isTaken = obstacle.code === 'extension_id_clash';
      return this.#known.putFailure(isTaken ? { origin } : { id, origin }, obstacle);
    }
    const verdict = await this.#gate.examine(extension);
    if (verdict.status === 'failed') return this.#keepOrFail(extension, verdict);
    if (verdict.status === 'waits') return this.#stayOnApproved(extension, verdict.update);
    return this.#put(extension);
  }

  /** Loads code that changed or is granted otherwise now; what is as it was goes on without a pause. */
  async refresh(extension: PreparedExtension): Promise<ExtensionState> {
    const { lockStore, baseDir } = this.#parts;
    const known = this.#known.get(extension.id);
    const locked = await lockStore?.entry(extension.id);
    const granted = settledGrants(extension, locked?.granted, baseDir);
    const isCurrent =
      known?.update === undefined && known?.code === codeFingerprint(extension, granted);
    return known !== undefined && isCurrent ? known.state : this.load(extension);
  }

  /** The update that waits, for an operator to read; `undefined` if none does. */
  async waiting(id: string): Promise<ExtensionProposal | undefined> {
    const update = this.#known.get(id)?.update;
    const { lockStore, baseDir } = this.#parts;
    const locked = await lockStore?.entry(update?.extension.id ?? id);
    if (update === undefined || locked === undefined) return undefined;
    const { extension, tools, text, hash } = update;
    const settle = (entry: LockedExtension) =>
      grantsAfterApproval(entry, extension.manifest.capabilities, baseDir);
    return {
      ...proposalOf(extension, tools),
      ...{ hash, difference: text, grantedNow: locked.granted, grantedAfter: settle(locked) },
      // Asked of the entry as it is then: what was revoked meanwhile stays revoked.
      take: (grants) =>
        this.#pinAndPut(extension, tools, (entry) => ({
          granted: grants ?? settle(entry ?? locked),
          ...this.#carried(entry, extension, true),
        })),
    };
  }

  /** Tries code out, so that an operator sees its tools before anything is installed. */
  async propose(extension: PreparedExtension): Promise<ExtensionProposal | ExtensionState> {
    const obstacle = this.#findObstacle(extension);
    if (obstacle !== undefined) return failedState(extension, obstacle);
    const trial = await this.#gate.tryOut(extension);
    if (trial.status === 'failed') return failedState(extension, trial);
    const tools = offeredTools(extension.manifest, trial.extension.tools);
    const locked = await this.#parts.lockStore?.entry(extension.id);
    return {
      ...proposalOf(extension, tools),
      ...{
        hash: reviewHash(extension, tools),
        grantedNow: locked?.granted ?? {},
        grantedAfter: {},
      },
      take: (grants = {}) =>
        this.#pinAndPut(extension, tools, (entry) => ({
          granted: grants,
          ...this.#carried(entry, extension, false),
        })),
    };
  }

  /** What could not even be prepared. The code that is loaded from there serves on. */
  refuse({ id, origin, diagnostics }: FailedPreparation): ExtensionState {
    const [first] = diagnostics.filter(({ severity }) => severity === 'error');
    const failure = first ?? failureOf('registration_failed', '');
    const isFrom = (other: string) => isSameOrigin(other, origin, this.#parts.baseDir);
    const serving = id === undefined ? this.#known.findLoaded(isFrom) : this.#known.get(id);
    if (serving?.state.status === 'loaded') {
      return { ...failedState({ id: serving.state.id, origin }, failure), diagnostics };
    }
    return this.#known.putFailure(
      { ...(id !== undefined && { id }), origin, diagnostics },
      failure,
    );
  }

  /** Nothing of it serves any more; its names and its place stay its own. */
  async turnOff({ id, origin }: Pick<ExtensionState, 'id' | 'origin'>): Promise<ExtensionState> {
    const state = this.#known.putFailure({ id, origin }, switchedOff(id, false));
    await this.#parts.sandbox.unload(id);
    return state;
  }

  async unload(id: string): Promise<void> {
    const known = this.#known.take(id);
    if (known !== undefined) await this.#parts.sandbox.unload(known.state.id);
  }

  /** Who owns what an extension stores; `undefined` if nothing of it serves. */
  storageOwner(id: string): string | undefined {
    return this.#known.get(id)?.owner;
  }

  /** Whether an owner of stored values is installed, loaded or configured, on or off. */
  async installedOwners(): Promise<(owner: string) => boolean> {
    const locked = Object.entries((await this.#parts.lockStore?.entries()) ?? {});
    const known = this.#known.list();
    return installedOwners(
      {
        locked,
        owners: known.flatMap(({ owner }) => owner ?? []),
        sources: [...this.#sources, ...known.map(({ state }) => state.origin)],
        ids: known.map(({ state }) => state.id),
      },
      this.#parts,
    );
  }

  /** Another extension of that id, or something missing that it requires. */
  #findObstacle({ id, origin, manifest }: PreparedExtension): ExtensionFailure | undefined {
    const { baseDir } = this.#parts;
    const known = this.#known.get(id)?.state;
    if (known?.status === 'loaded' && !isSameOrigin(known.origin, origin, baseDir)) {
      const loaded = `${origin}: "${id}" is loaded from ${known.origin}.`;
      const step = `To update it, name ${origin} in its place in the configuration, then run \`mortise update\`.`;
      return failureOf('extension_id_clash', `${loaded} ${step}`);
    }
    if (Object.keys(manifest.requires ?? {}).length === 0) return undefined;
    const others = this.#known.list().flatMap((each) => each.manifest ?? []);
    const order = orderExtensions([...others.filter((each) => each.id !== id), manifest]);
    if (!order.blocked.includes(id)) return undefined;
    return order.diagnostics.find(({ subject }) => subject === id) ?? order.diagnostics[0];
  }

  async #put(extension: PreparedExtension): Promise<ExtensionState> {
    const { lockStore, sandbox, baseDir } = this.#parts;
    const locked = await lockStore?.entry(extension.id);
    const granted = settledGrants(extension, locked?.granted, baseDir);
    const result = await this.#register(extension, granted);
    if (result.status === 'failed') return this.#keepOrFail(extension, result);
    const { tools } = result.extension;
    // Asked again of the real load: code may register otherwise than it did in the trial.
    const verdict = await this.#gate.judge(extension, tools);
    if (verdict.status === 'waits') {
      await sandbox.unload(extension.id);
      return this.#stayOnApproved(extension, verdict.update);
    }
    if (verdict.status === 'safe') {
      await lockStore?.pin(extension, offeredTools(extension.manifest, tools), (before) => ({
        granted: before?.granted ?? {},
        ...this.#carried(before, extension, true),
      }));
    }
    const owner = await this.#claimStorage(extension, granted);
    return this.#known.put(extension, result.extension, { granted, owner });
  }

  /** The lock file is as it was if the code does not come up. */
  async #pinAndPut(
    extension: PreparedExtension,
    tools: readonly ToolDescription[],
    settle: SettleEntry,
  ): Promise<ExtensionState> {
    const { lockStore } = this.#parts;
    const pinned = await lockStore?.pin(extension, tools, settle);
    if (pinned !== undefined) await this.#claimIfNew(extension, pinned);
    const state = await this.#put(extension);
    if (state.status === 'loaded' && state.waiting === undefined) return state;
    if (pinned !== undefined) await lockStore?.unpin(extension.id, pinned);
    // Code that registered otherwise than in its trial has taken the place of the approved code, which comes back.
    if (pinned?.before !== undefined && this.#known.get(extension.id)?.state.status === 'failed') {
      const verdict = await this.#gate.judge(extension, tools);
      if (verdict.status === 'waits') await this.#stayOnApproved(extension, verdict.update);
    }
    return state;
  }

  /** The update waits; what was approved last goes on. */
  async #stayOnApproved(
    extension: PreparedExtension,
    update: WaitingUpdate,
  ): Promise<ExtensionState> {
    const { lockStore, baseDir, sandbox } = this.#parts;
    const locked = await lockStore?.entry(extension.id);
    const kept = locked && (await lockStore?.kept(locked));
    if (locked !== undefined && kept !== undefined) {
      const { loaded: _loaded, ...rest } = extension;
      const approved: PreparedExtension = { ...rest, ...kept };
      const granted = settledGrants(approved, locked.granted, baseDir);
      const result = await this.#register(approved, granted);
      if (result.status === 'failed') return this.#keepOrFail(approved, result);
      if (isAsLocked(locked, offeredTools(kept.manifest, result.extension.tools))) {
        const owner = await this.#claimStorage(approved, granted);
        return this.#known.put(approved, result.extension, { granted, owner, update });
      }
    }
    await sandbox.unload(extension.id);
    const { id, origin } = extension;
    return this.#known.putFailure(
      { id, origin, update },
      { ...failureOf('update_waiting', ''), message: update.text },
    );
  }

  /** The owner of what it stores, from the entry that is in force. */
  async #claimStorage(extension: PreparedExtension, granted: CapabilityGrants): Promise<string> {
    const { lockStore, storage } = this.#parts;
    const locked = await lockStore?.entry(extension.id);
    const owner = extensionStorageOwner(extension, locked, this.#parts);
    // A storage that cannot be used says so to each call, and to operators.
    if (granted.storage !== undefined) await storage?.claim(owner).catch(() => undefined);
    return owner;
  }

  /** What an extension of the same id stored before owners had sources is not the new one's, now or with a later grant. */
  async #claimIfNew(extension: PreparedExtension, { before, after }: PinnedEntry): Promise<void> {
    const owner = extensionStorageOwner(extension, after, this.#parts);
    const isNew =
      before === undefined || owner !== extensionStorageOwner(extension, before, this.#parts);
    if (isNew) await this.#parts.storage?.claim(owner, { isNew }).catch(() => undefined);
  }

  #carried(
    before: LockedExtension | undefined,
    { origin }: PreparedExtension,
    isApproval: boolean,
  ) {
    return carriedStorage(before, { origin, isApproval }, this.#parts.baseDir);
  }

  #register(extension: PreparedExtension, grants: CapabilityGrants): Promise<LoadResult> {
    const { id, source, manifest, settings, limits, loaded } = extension;
    const { config, trust, jit } = settings;
    const bundle = {
      ...{ id, source, grants, limits },
      ...(loaded !== undefined && { map: loaded.bundle.map }),
      ...(this.#parts.placesLogs && { placesLogs: true }),
      ...(config !== undefined && { config }),
      ...(manifest.configSchema && { configSchema: manifest.configSchema }),
      ...(trust !== undefined && { trust }),
      ...(jit !== undefined && { jit }),
      ...(manifest.idempotent && { idempotent: true }),
    };
    const isLoaded = this.#parts.sandbox.status().extensions.some((each) => each.id === id);
    return isLoaded ? this.#parts.sandbox.reload(bundle) : this.#parts.sandbox.load(bundle);
  }

  /** The old code serves on; only the answer says that the new one did not come up. */
  #keepOrFail({ id, origin }: PreparedExtension, failure: ExtensionFailure): ExtensionState {
    const known = this.#known.get(id)?.state;
    const isServing =
      known?.status === 'loaded' &&
      this.#parts.sandbox.status().extensions.some((each) => each.id === known.id);
    return isServing
      ? failedState({ id, origin }, failure)
      : this.#known.putFailure({ id, origin }, failure);
  }
}

function failureOf(code: ErrorCode, detail: string): ExtensionFailure {
  const { summary, hint } = ERROR_CODES[code];
  return { code, message: `${summary} ${detail}`.trim(), hint };
}
