import { type CapabilityGrants, type Disposer, ERROR_CODES, foldName } from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';
import { compareRegistration, formatUpdate } from '@mortise/loader';
import type { LoadedExtension, LoadResult, Sandbox } from '@mortise/sandbox';
import { intersectGrants } from '../brokers/intersect-grants.ts';
import { claimExtensionTools } from './claim-extension-tools.ts';
import type { ExtensionInput } from './extension-input.ts';
import type { ExtensionLedger } from './extension-ledger.ts';
import { type ExtensionState, failedState } from './extension-state.ts';
import { grantRequested } from './grant-requested.ts';
import { type PreparedExtension, prepareExtension } from './prepare-extension.ts';
import { resolveGrantPaths } from './resolve-grant-paths.ts';

export interface ShelfParts {
  readonly sandbox: Sandbox;
  readonly catalog: ToolCatalog;
  /** Where relative paths and package names start. */
  readonly baseDir: string;
  /** Absent for embedders that pin nothing. */
  readonly ledger?: ExtensionLedger;
}

/** Puts extensions into the sandbox and their tools into the catalog, and takes both back. */
export class ExtensionShelf {
  readonly #parts: ShelfParts;
  readonly #shelved = new Map<string, Shelved>();
  #nextOrder = 0;

  constructor(parts: ShelfParts) {
    this.#parts = parts;
  }

  list(): readonly ExtensionState[] {
    return [...this.#shelved.values()].map(({ state }) => state);
  }

  /**
   * Loads an extension, or reloads one that is loaded: the old code serves until the new one has
   * registered, and stays if it fails. A failure is a state with a code and a hint (F-8).
   */
  async load(input: ExtensionInput): Promise<ExtensionState> {
    const preparation = await prepareExtension(input, this.#parts.baseDir);
    if (preparation.status === 'prepared') return this.#loadPrepared(preparation.extension);
    const { id, diagnostics } = preparation;
    const [first] = diagnostics.filter(({ severity }) => severity === 'error');
    const failure = first ?? {
      code: 'registration_failed',
      ...ERROR_CODES.registration_failed,
      message: '',
    };
    return this.#remember(id, { ...failedState(id, failure), diagnostics });
  }

  reload(input: ExtensionInput): Promise<ExtensionState> {
    return this.load(input);
  }

  /** Takes the update that waits, with what it asks for granted unless `grants` says otherwise. */
  async approve(id: string, grants?: CapabilityGrants): Promise<ExtensionState | undefined> {
    const waiting = this.#shelved.get(foldName(id))?.candidate;
    const { ledger, baseDir } = this.#parts;
    if (waiting === undefined || ledger === undefined) return undefined;
    const granted = grants ?? grantRequested(waiting.extension.manifest.capabilities, baseDir);
    await ledger.pin(waiting.extension, waiting.tools, granted);
    return this.#loadPrepared(waiting.extension);
  }

  /** Installs: pins what was prepared with what the operator grants, then loads it. */
  async install(input: ExtensionInput, grants: CapabilityGrants): Promise<ExtensionState> {
    const preparation = await prepareExtension(input, this.#parts.baseDir);
    if (preparation.status === 'failed') return this.load(input);
    const { extension } = preparation;
    const trial = await this.#register(extension, {});
    if (trial.status === 'failed')
      return this.#remember(extension.id, failedState(extension.id, trial));
    await this.#parts.ledger?.pin(extension, trial.extension.tools, grants);
    return this.#loadPrepared(extension);
  }

  async unload(id: string): Promise<void> {
    const key = foldName(id);
    const known = this.#shelved.get(key);
    if (known === undefined) return;
    this.#shelved.delete(key);
    for (const dispose of known.disposers) dispose();
    await this.#parts.sandbox.unload(known.state.id);
  }

  /** Unloads an extension and forgets what was granted to it. */
  async uninstall(id: string): Promise<void> {
    await this.unload(id);
    await this.#parts.ledger?.forget(id);
  }

  async #loadPrepared(extension: PreparedExtension): Promise<ExtensionState> {
    const { ledger } = this.#parts;
    const granted = await this.#grantsOf(extension);
    const update = await this.#findUpdate(extension);
    if (update?.status === 'failed') return this.#keepOrFail(extension, update);
    if (update?.status === 'needs_approval') {
      return this.#stayOnApproved(extension, { ...update, granted });
    }
    const result = await this.#register(extension, granted);
    if (result.status === 'failed') return this.#keepOrFail(extension, result);
    const { tools } = result.extension;
    // Asked again of the real load: code may have shown the trial another face.
    const comparison = await ledger?.compare(extension, tools);
    if (comparison?.status === 'needs_approval') {
      const waiting = formatUpdate(extension.id, comparison);
      return this.#stayOnApproved(extension, { waiting, candidate: { extension, tools }, granted });
    }
    if (comparison?.status === 'safe') {
      await ledger?.pin(extension, tools, (await ledger.entry(extension.id))?.granted ?? {});
    }
    return this.#shelve(extension, result.extension, { granted });
  }

  /** Registers code that was never approved under another id, where no call can reach it. */
  async #findUpdate(extension: PreparedExtension): Promise<FoundUpdate | undefined> {
    const { ledger, sandbox } = this.#parts;
    const locked = await ledger?.entry(extension.id);
    if (locked === undefined || extension.loaded === undefined) return undefined;
    if (locked.bundleHash === `sha256-${extension.loaded.bundle.hash}`) return undefined;
    const id = `${extension.id.slice(0, 50)}-trial`;
    const trial = await sandbox.load({ id, source: extension.source, ...configOf(extension) });
    await sandbox.unload(id);
    if (trial.status === 'failed') return trial;
    const { tools } = trial.extension;
    const comparison = await ledger?.compare(extension, tools);
    if (comparison?.status !== 'needs_approval') return undefined;
    const waiting = formatUpdate(extension.id, comparison);
    return { status: 'needs_approval', waiting, candidate: { extension, tools } };
  }

  /** The update waits; what was approved last goes on. */
  async #stayOnApproved(
    extension: PreparedExtension,
    update: WaitingUpdate,
  ): Promise<ExtensionState> {
    const locked = await this.#parts.ledger?.entry(extension.id);
    const kept = locked && (await this.#parts.ledger?.kept(locked.bundleHash));
    if (kept === undefined) {
      await this.#parts.sandbox.unload(extension.id);
      const failure = {
        ...ERROR_CODES.update_waiting,
        code: 'update_waiting',
        message: update.waiting,
      };
      return this.#remember(
        extension.id,
        { ...failedState(extension.id, failure), waiting: update.waiting },
        update.candidate,
      );
    }
    const { loaded: _loaded, ...rest } = extension;
    const approved: PreparedExtension = { ...rest, source: kept.source, manifest: kept.manifest };
    const result = await this.#register(approved, update.granted);
    if (result.status === 'failed') return this.#keepOrFail(approved, result);
    return this.#shelve(approved, result.extension, update);
  }

  /** What the operator said beside the extension, or what the lock file holds. */
  async #grantsOf(extension: PreparedExtension): Promise<CapabilityGrants> {
    const settled =
      extension.settings.grants ?? (await this.#parts.ledger?.entry(extension.id))?.granted;
    // Both forms are read by the brokers as data; the narrower type is what they answer with.
    const written = (settled ?? {}) as CapabilityGrants;
    const granted = resolveGrantPaths(written, this.#parts.baseDir);
    // A package says in its manifest what it asks for; more than that is never given (E-10).
    return extension.loaded === undefined && extension.manifest.capabilities === undefined
      ? granted
      : intersectGrants(extension.manifest.capabilities ?? {}, granted);
  }

  #register(extension: PreparedExtension, grants: CapabilityGrants): Promise<LoadResult> {
    const { id, source, manifest, settings } = extension;
    const { grants: _grants, ...rest } = settings;
    const bundle = {
      id,
      source,
      ...rest,
      grants,
      ...(manifest.idempotent && { idempotent: true }),
    };
    const isLoaded = this.#parts.sandbox.status().extensions.some((each) => each.id === id);
    return isLoaded ? this.#parts.sandbox.reload(bundle) : this.#parts.sandbox.load(bundle);
  }

  #keepOrFail(
    extension: PreparedExtension,
    failure: Extract<LoadResult, { status: 'failed' }>,
  ): ExtensionState {
    const known = this.#shelved.get(foldName(extension.id));
    const failed = failedState(extension.id, failure);
    // The old code serves on; only the answer says that the new one did not come up.
    return known?.state.status === 'loaded' ? failed : this.#remember(extension.id, failed);
  }

  #shelve(
    extension: PreparedExtension,
    loaded: LoadedExtension,
    extras: ShelfExtras,
  ): ExtensionState {
    const key = foldName(extension.id);
    const previous = this.#shelved.get(key);
    const order = previous?.order ?? this.#takeOrder();
    for (const dispose of previous?.disposers ?? []) dispose();
    const { manifest } = extension;
    const { admitted, diagnostics } = compareRegistration(manifest, loaded.tools);
    const names = new Set(admitted.map(({ name }) => name));
    const tools = loaded.tools.filter(({ name }) => names.has(name));
    const { catalog, sandbox: runner } = this.#parts;
    const claims = claimExtensionTools(catalog, { manifest, tools, order, runner });
    const state: ExtensionState = {
      id: loaded.id,
      status: 'loaded',
      origin: extension.origin,
      ...(extension.manifest.version === undefined ? {} : { version: extension.manifest.version }),
      tools: admitted.map(({ name }) => name),
      requested: extension.manifest.capabilities ?? {},
      granted: extras.granted,
      diagnostics: [
        ...extension.diagnostics,
        ...loaded.diagnostics,
        ...diagnostics,
        ...claims.lost,
      ],
      bundleHash: loaded.bundleHash,
      ...(extras.waiting === undefined ? {} : { waiting: extras.waiting }),
    };
    this.#shelved.set(key, {
      state,
      disposers: claims.disposers,
      order,
      ...(extras.candidate && { candidate: extras.candidate }),
    });
    return state;
  }

  #remember(id: string, state: ExtensionState, candidate?: Candidate): ExtensionState {
    const key = foldName(id);
    const previous = this.#shelved.get(key);
    for (const dispose of previous?.disposers ?? []) dispose();
    const order = previous?.order ?? this.#takeOrder();
    this.#shelved.set(key, { state, disposers: [], order, ...(candidate && { candidate }) });
    return state;
  }

  #takeOrder(): number {
    this.#nextOrder += 1;
    return this.#nextOrder;
  }
}

interface Candidate {
  readonly extension: PreparedExtension;
  readonly tools: LoadedExtension['tools'];
}

interface ShelfExtras {
  readonly granted: CapabilityGrants;
  readonly waiting?: string;
  readonly candidate?: Candidate;
}

interface WaitingUpdate extends ShelfExtras {
  readonly waiting: string;
  readonly candidate: Candidate;
}

type FoundUpdate =
  | Extract<LoadResult, { status: 'failed' }>
  | { readonly status: 'needs_approval'; readonly waiting: string; readonly candidate: Candidate };

interface Shelved {
  readonly state: ExtensionState;
  readonly disposers: readonly Disposer[];
  readonly order: number;
  readonly candidate?: Candidate;
}

function configOf({ settings }: PreparedExtension) {
  return settings.config === undefined ? {} : { config: settings.config };
}
