import { type CapabilityGrants, ERROR_CODES, foldName, type HostConfig } from '@mortise/contracts';
import { FileFacts, type LockedExtension, type PackageCache } from '@mortise/loader';
import type { ProgramJail } from '@mortise/processes';
import type { StateFolders } from '../brokers/files/state-folders.ts';
import { hostClosed } from '../lifetime/host-closed.ts';
import type { HostLifetime } from '../lifetime/host-lifetime.ts';
import { describeExtensions } from './describe-extensions.ts';
import type { DisabledExtension } from './disabled-extension.ts';
import type { ExtensionInput, PackagedExtension } from './extension-input.ts';
import { ExtensionInstaller, type InstallerParts } from './extension-installer.ts';
import type { ExtensionProposal } from './extension-proposal.ts';
import { type ExtensionState, failedState } from './extension-state.ts';
import {
  extensionStorageOwner,
  isOfPlace,
  ownerId,
  storagePlace,
} from './extension-storage-owner.ts';
import { KeyedTurns } from './keyed-turns.ts';
import { prepareAhead } from './prepare-ahead.ts';
import {
  isInline,
  type LimitsOf,
  type Preparation,
  type PreparedExtension,
  prepareExtension,
} from './prepare-extension.ts';
import type { BundlePruning, PrunedBundles } from './prune-bundles.ts';
import {
  NOTHING_STORED,
  type ReleasedStorage,
  releaseAll,
  releaseStorage,
} from './release-storage.ts';

export interface LifecycleParts extends InstallerParts {
  /** The limits in force for an extension with these of its own. */
  readonly limitsOf: LimitsOf;
  readonly cache?: PackageCache;
  /** Of the host; see `PreparationParts`. */
  readonly ownPaths?: () => readonly string[];
  /** Around the process that bundles. */
  readonly bundlerJail?: ProgramJail;
  /** What extensions keep as files. */
  readonly stateFolders?: StateFolders;
  readonly lifetime: HostLifetime;
}

export interface Approval {
  /** Of what was reviewed. */
  readonly hash?: string;
  readonly grants?: CapabilityGrants;
}

export interface UninstallOptions {
  /** What it stored stays for its next installation from the same place; otherwise it goes. */
  readonly keepData?: boolean;
  /** Where it came from, for one that was unloaded already and is in no lock file. */
  readonly origin?: string;
}

/** What an uninstallation found. */
export interface Uninstalled {
  /** Whether the lock file had it. */
  readonly wasInstalled: boolean;
  readonly data: ReleasedStorage;
  /** From where an installation finds what was kept; absent if nothing of it was known. */
  readonly place?: string;
}

/**
 * The extensions of a host. What concerns one extension happens one after the other, in the order it
 * was asked for; a closed host takes none and lets none go.
 */
export class ExtensionLifecycle {
  readonly #parts: LifecycleParts;
  readonly #installer: ExtensionInstaller;
  readonly #bySource = new KeyedTurns();
  readonly #byId = new KeyedTurns();
  /** By folded id: what each was last loaded from, and those that an operator turned off. */
  readonly #inputs = new Map<string, ExtensionInput>();
  readonly #disabled = new Set<string>();

  constructor(parts: LifecycleParts) {
    this.#parts = parts;
    this.#installer = new ExtensionInstaller(parts);
  }

  /** Gives the extensions of a configuration their places: they keep their names, loaded or not. */
  arrange(config: HostConfig): Promise<void> {
    return this.#installer.arrange(config);
  }

  /** Each as it is right now: with the tools it holds, and whether it is quarantined. */
  list(): readonly ExtensionState[] {
    const { catalog, sandbox } = this.#parts;
    return describeExtensions(this.#installer.states(), {
      snapshot: catalog.snapshot(),
      statuses: sandbox.status().extensions,
    });
  }

  /** Those that are switched off: in the configuration, or by `disable` until the host ends. */
  disabled(): readonly DisabledExtension[] {
    return this.#installer.disabled();
  }

  /** Each once, those that are switched off behind the others. */
  all(): readonly (ExtensionState | DisabledExtension)[] {
    const disabled = this.disabled();
    const off = new Set(disabled.map(({ id }) => id));
    return [...this.list().filter(({ id }) => !off.has(id)), ...disabled];
  }

  /** Ids of those that crashed too often and serve no call for a while. */
  quarantined(): readonly string[] {
    return this.#parts.sandbox.quarantined();
  }

  /**
   * Loads an extension, or reloads one that is loaded: the old code serves until the new one has
   * registered, and stays if it fails. A failure is a state with a code and a hint.
   */
  load(input: ExtensionInput): Promise<ExtensionState> {
    return this.#load(input, () => this.#prepareInput(input, new FileFacts()));
  }

  reload(input: ExtensionInput): Promise<ExtensionState> {
    return this.load(input);
  }

  /**
   * Loads in the order given; one that needs a later one is tried again after it. Up to `width` are
   * read and bundled at once: more than one only while no other move of an extension can come between.
   */
  async loadAll(inputs: readonly ExtensionInput[], width = 1): Promise<void> {
    let pending = inputs;
    const facts = new FileFacts();
    for (let before = Number.POSITIVE_INFINITY; pending.length < before; ) {
      before = pending.length;
      const early: ExtensionInput[] = [];
      const prepare = (input: ExtensionInput) => this.#prepareInput(input, facts);
      const take = prepareAhead(pending, prepare, width);
      for (const [index, input] of pending.entries()) {
        const { failure } = await this.#load(input, () => take(index));
        if (failure?.code === 'dependency_missing') early.push(input);
      }
      pending = early;
      if (pending.length === 0) return;
    }
  }

  /**
   * Looks at the code of extensions again, one after the other: what changed is loaded, through the
   * same gate as ever, and what did not goes on as it is. Answers in their order.
   */
  async refreshAll(inputs: readonly ExtensionInput[]): Promise<readonly ExtensionState[]> {
    const facts = new FileFacts();
    const states: ExtensionState[] = [];
    for (const input of inputs) {
      const use = (extension: PreparedExtension) => this.#installer.refresh(extension);
      const prepare = () => this.#prepareInput(input, facts);
      states.push(await this.#prepared(input, prepare, use));
    }
    return states;
  }

  /** The update of an extension that waits, for an operator to read; `undefined` if none does. */
  async waiting(id: string): Promise<ExtensionProposal | undefined> {
    const proposal = await this.#installer.waiting(id);
    return proposal && this.#inTurn(proposal);
  }

  /**
   * Takes the update that waits; `undefined` if none does. With a `hash` only if it is the one that
   * was reviewed, else `update_changed`. Unless `grants` says otherwise, what was granted stays, and
   * what it asks for beyond that is granted.
   */
  async approve(id: string, approval: Approval = {}): Promise<ExtensionState | undefined> {
    if (this.#parts.lifetime.isClosed) return this.#closedState(id);
    const proposal = await this.waiting(id);
    if (proposal === undefined) return undefined;
    const { hash = proposal.hash, grants } = approval;
    if (hash === proposal.hash) return proposal.take(grants);
    const { summary, hint } = ERROR_CODES.update_changed;
    const failure = {
      code: 'update_changed' as const,
      message: summary,
      hint: hint.replace('<id>', id),
    };
    return failedState({ id, origin: this.#installer.find(id)?.origin ?? id }, failure);
  }

  /** Whether the lock file grants a loaded extension other than what is in force. */
  hasOtherGrants(named: PackagedExtension): Promise<boolean> {
    return this.#installer.hasOtherGrants(named);
  }

  /** Reads code and tries it out, for an operator to decide about. A failure is a state. */
  async propose(input: ExtensionInput): Promise<ExtensionProposal | ExtensionState> {
    let proposal: ExtensionProposal | undefined;
    const prepare = () => this.#prepareInput(input, new FileFacts());
    const state = await this.#prepared(input, prepare, async (extension) => {
      const proposed = await this.#installer.propose(extension);
      if ('status' in proposed) return proposed;
      proposal = proposed;
      return failedState(extension, hostClosed(extension.id));
    });
    return proposal === undefined ? state : this.#inTurn(proposal);
  }

  /** Installs: pins what was prepared with what the operator grants, then loads it. */
  async install(input: ExtensionInput, grants: CapabilityGrants): Promise<ExtensionState> {
    const proposal = await this.propose(input);
    return 'status' in proposal ? proposal : proposal.take(grants);
  }

  /** Looks at the code of one extension again; `undefined` if it is not known. */
  async refresh(id: string): Promise<ExtensionState | undefined> {
    const input = this.#inputs.get(foldName(id));
    return input === undefined ? undefined : (await this.refreshAll([input]))[0];
  }

  /**
   * Turns an extension off: its calls end, its tools are gone, its names stay its own, and reloads
   * leave it so until `enable`, `unload` or the end of the host. `enabled: false` in the configuration
   * lasts.
   * `undefined` if it is not known. Rejects with `host_closed`.
   */
  disable(id: string): Promise<ExtensionState | undefined> {
    return this.#byId.take(foldName(id), async () => {
      this.#parts.lifetime.requireOpen();
      const known = this.#installer.find(id);
      if (known === undefined) return undefined;
      this.#disabled.add(foldName(id));
      return this.#installer.turnOff(known);
    });
  }

  /** Turns it on again; `undefined` if it was not turned off. */
  async enable(id: string): Promise<ExtensionState | undefined> {
    const input = this.#inputs.get(foldName(id));
    if (!this.#disabled.delete(foldName(id)) || input === undefined) return undefined;
    return this.load(input);
  }

  /** Rejects with `host_closed` after the host was closed. */
  unload(id: string): Promise<void> {
    return this.#byId.take(foldName(id), async () => {
      this.#parts.lifetime.requireOpen();
      // What takes its place, if anything does, is switched by the configuration.
      this.#disabled.delete(foldName(id));
      await this.#installer.unload(id);
    });
  }

  /** Who owns what an extension stores; `undefined` if it is not loaded. */
  storageOwner(id: string): string | undefined {
    return this.#installer.storageOwner(id);
  }

  /**
   * Unloads an extension, forgets what was granted to it and takes away what it stored, or keeps that
   * for its next installation from the same place. Rejects with `host_closed`.
   */
  async uninstall(id: string, options: UninstallOptions = {}): Promise<Uninstalled> {
    const { keepData = false } = options;
    const { id: exact, origin } = this.#installer.find(id) ?? { id, origin: options.origin };
    const locked = await this.#parts.lockStore?.entry(exact);
    const place = storagePlace(locked, origin);
    await this.unload(id);
    // Before the lock file: what a kill leaves in between is an entry that the next `remove` finds.
    const data = await this.#releaseStorage({ id: exact, place }, locked, keepData);
    await this.#parts.lockStore?.forget(exact);
    return { wasInstalled: locked !== undefined, data, ...(place === undefined ? {} : { place }) };
  }

  async #releaseStorage(
    { id, place }: { readonly id: string; readonly place: string | undefined },
    locked: LockedExtension | undefined,
    keepData: boolean,
  ): Promise<ReleasedStorage> {
    const { storage } = this.#parts;
    if (place === undefined) return NOTHING_STORED;
    // Code that cannot be read is called after its place: all that was stored from there is its own.
    if (id === place) return releaseAll(storage, isOfPlace(place, this.#parts), keepData);
    const owner = extensionStorageOwner({ id, origin: place }, locked, this.#parts);
    // Files that cannot be removed now go with those of extensions that are not configured any more.
    if (!keepData) await this.#parts.stateFolders?.release(owner).catch(() => undefined);
    return releaseStorage(storage, owner, keepData);
  }

  /** Takes away what was kept of extensions of this id that are not installed any more. */
  async removeStored(id: string): Promise<ReleasedStorage> {
    const { storage } = this.#parts;
    const isInstalled = await this.installedOwners();
    const isWanted = (owner: string) => ownerId(owner) === id && !isInstalled(owner);
    return releaseAll(storage, isWanted, false);
  }

  /** Whether an owner of stored values is installed, loaded or configured. Rejects if the lock file cannot be read. */
  installedOwners(): Promise<(owner: string) => boolean> {
    return this.#installer.installedOwners();
  }

  /** Takes away kept code that the lock file does not name any more. Rejects if that cannot be read. */
  async pruneBundles(pruning: BundlePruning): Promise<PrunedBundles> {
    return (await this.#parts.lockStore?.prune(pruning)) ?? { count: 0, bytes: 0 };
  }

  #inTurn(proposal: ExtensionProposal): ExtensionProposal {
    const { id } = proposal;
    const take = (grants?: CapabilityGrants) =>
      this.#byId.take(foldName(id), async () =>
        this.#parts.lifetime.isClosed ? this.#closedState(id) : proposal.take(grants),
      );
    return { ...proposal, take };
  }

  #load(input: ExtensionInput, prepare: () => Promise<Preparation>): Promise<ExtensionState> {
    return this.#prepared(input, prepare, (extension) => this.#installer.load(extension));
  }

  #prepareInput(input: ExtensionInput, facts: FileFacts): Promise<Preparation> {
    return prepareExtension(input, { ...this.#parts, facts });
  }

  /** Inline code has its id from the start; a package only once it was read. */
  #prepared(
    input: ExtensionInput,
    prepare: () => Promise<Preparation>,
    use: (extension: PreparedExtension) => Promise<ExtensionState>,
  ): Promise<ExtensionState> {
    if (isInline(input)) {
      const id = String(input.id);
      this.#inputs.set(foldName(id), input);
      return this.#byId.take(foldName(id), () =>
        this.#prepare(id, prepare, (extension) => this.#unlessDisabled(extension, use)),
      );
    }
    const source = typeof input === 'string' ? input : String(input?.package);
    return this.#bySource.take(source, () =>
      this.#prepare(source, prepare, (extension) => {
        const key = foldName(extension.id);
        this.#inputs.set(key, input);
        return this.#byId.take(key, () => this.#unlessDisabled(extension, use));
      }),
    );
  }

  async #unlessDisabled(
    extension: PreparedExtension,
    use: (extension: PreparedExtension) => Promise<ExtensionState>,
  ): Promise<ExtensionState> {
    const isOff = this.#disabled.has(foldName(extension.id));
    return isOff ? this.#installer.turnOff(extension) : use(extension);
  }

  async #prepare(
    origin: string,
    prepare: () => Promise<Preparation>,
    use: (extension: PreparedExtension) => Promise<ExtensionState>,
  ): Promise<ExtensionState> {
    if (this.#parts.lifetime.isClosed) return this.#closedState(origin);
    const preparation = await prepare();
    if (this.#parts.lifetime.isClosed) return this.#closedState(origin);
    return preparation.status === 'prepared'
      ? use(preparation.extension)
      : this.#installer.refuse(preparation);
  }

  #closedState(id: string): ExtensionState {
    const origin = this.#installer.find(id)?.origin ?? id;
    return failedState({ id, origin }, hostClosed(id));
  }
}
