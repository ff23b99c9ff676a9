import {
  type CapabilityGrants,
  type Diagnostic,
  type Disposer,
  type ExtensionManifest,
  foldName,
  type ToolDescription,
  type ToolRunner,
} from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';
import { compareRegistration } from '@mortise/loader';
import type { LoadedExtension } from '@mortise/sandbox';
import { claimExtensionTools } from './claim-extension-tools.ts';
import { codeFingerprint } from './code-fingerprint.ts';
import { type ConfiguredPlace, ExtensionPlaces } from './extension-places.ts';
import { type ExtensionFailure, type ExtensionState, failedState } from './extension-state.ts';
import { offeredTools } from './offered-tools.ts';
import type { PreparedExtension } from './prepare-extension.ts';
import type { WaitingUpdate } from './update-gate.ts';

export interface KnownExtension {
  /** What runs, and with which grants; see `codeFingerprint`. Absent if nothing does. */
  readonly code?: string;
  /** With every tool that it offers; which of them it holds changes, and `describeExtensions` says it. */
  readonly state: ExtensionState;
  readonly order: number;
  readonly disposers: readonly Disposer[];
  /** Absent for what failed. */
  readonly manifest?: ExtensionManifest;
  readonly update?: WaitingUpdate;
  /** Who owns what it stores; absent for what failed. */
  readonly owner?: string;
}

export interface LoadExtras {
  readonly granted: CapabilityGrants;
  readonly owner: string;
  readonly update?: WaitingUpdate;
}

/** Where something stands that failed: under its id, or, unknown or taken, under its source. */
export interface FailedPlace {
  readonly id?: string;
  readonly origin: string;
  readonly diagnostics?: readonly Diagnostic[];
  readonly update?: WaitingUpdate;
}

/** The extensions of a host and their tools in the catalog, each in the place it first took. */
export class KnownExtensions {
  readonly #catalog: ToolCatalog;
  readonly #runner: ToolRunner;
  readonly #places: ExtensionPlaces;
  readonly #byKey = new Map<string, KnownExtension>();
  #lastOrder = 0;

  constructor(catalog: ToolCatalog, runner: ToolRunner) {
    this.#catalog = catalog;
    this.#runner = runner;
    this.#places = new ExtensionPlaces(catalog);
  }

  /** Says what the configuration names, in its order, whether it is loaded or not. */
  arrange(configured: readonly ConfiguredPlace[]): void {
    this.#places.arrange(configured);
  }

  list(): readonly KnownExtension[] {
    return [...this.#byKey.values()].sort((one, other) => one.order - other.order);
  }

  get(id: string): KnownExtension | undefined {
    return this.#byKey.get(idKey(id));
  }

  /** The names that are an extension's own, whether it serves them or not. */
  reservedNames(id: string): readonly string[] {
    return this.#places.namesOf(id);
  }

  /** The loaded extension that came from a source. */
  findLoaded(isFrom: (origin: string) => boolean): KnownExtension | undefined {
    return this.list().find(({ state }) => state.status === 'loaded' && isFrom(state.origin));
  }

  /** Puts the tools of new code in the place of the old ones; answers which of them it holds. */
  put(extension: PreparedExtension, loaded: LoadedExtension, extras: LoadExtras): ExtensionState {
    const { manifest, origin } = extension;
    const order = this.#vacate([idKey(extension.id), sourceKey(origin)]);
    const { admitted, diagnostics } = compareRegistration(manifest, loaded.tools);
    const names = new Set(admitted.map(({ name }) => name));
    const tools = offeredTools(
      manifest,
      loaded.tools.filter(({ name }) => names.has(name)),
    );
    const { id, limits } = extension;
    this.#places.hold({ id, origin, toolNames: tools.map(({ name }) => name) });
    const claims = claimExtensionTools(this.#catalog, {
      ...{ id, limits, runner: this.#runner },
      tools: manifest.idempotent === true ? tools.map(mayRunTwice) : tools,
    });
    const state: ExtensionState = {
      id: loaded.id,
      status: 'loaded',
      origin,
      ...(manifest.version === undefined ? {} : { version: manifest.version }),
      tools: tools.map(({ name }) => name),
      requested: manifest.capabilities ?? {},
      granted: extras.granted,
      diagnostics: [
        ...extension.diagnostics,
        ...loaded.diagnostics,
        ...diagnostics,
        ...claims.refused,
      ],
      bundleHash: loaded.bundleHash,
      ...waitingOf(extras.update),
    };
    const { disposers } = claims;
    const code = codeFingerprint(extension, extras.granted);
    this.#byKey.set(idKey(extension.id), {
      ...{ state, disposers, order, manifest, code, owner: extras.owner },
      ...(extras.update && { update: extras.update }),
    });
    const { taken, skipped } = claims;
    return { ...state, tools: taken, diagnostics: [...state.diagnostics, ...skipped] };
  }

  /** Remembers a failure; what stood in its place is gone. */
  putFailure(place: FailedPlace, failure: ExtensionFailure): ExtensionState {
    const { id, origin, diagnostics = [], update } = place;
    const key = id === undefined ? sourceKey(origin) : idKey(id);
    if (id !== undefined) {
      // Of one that failed before, too: its names stay its own however often it is tried.
      const toolNames = [
        ...new Set([...this.#places.namesOf(id), ...this.#places.pinnedNames(id)]),
      ];
      this.#places.hold({ id, origin, toolNames });
    }
    const order = this.#vacate([key, sourceKey(origin)]);
    const state: ExtensionState = {
      ...failedState({ id: id ?? origin, origin }, failure),
      diagnostics,
      ...waitingOf(update),
    };
    this.#byKey.set(key, { state, order, disposers: [], ...(update && { update }) });
    return state;
  }

  /** Takes an extension and its tools out; answers what it was. */
  take(id: string): KnownExtension | undefined {
    const key = [idKey(id), sourceKey(id)].find((each) => this.#byKey.has(each));
    const known = key === undefined ? undefined : this.#byKey.get(key);
    if (key === undefined || known === undefined) return undefined;
    this.#byKey.delete(key);
    for (const dispose of known.disposers) dispose();
    this.#places.release(known.state.id);
    return known;
  }

  /** Frees the places and answers the order that the first of them had, or a new one. */
  #vacate(keys: readonly string[]): number {
    const known = keys.flatMap((key) => this.#byKey.get(key) ?? []);
    for (const key of keys) this.#byKey.delete(key);
    for (const { disposers } of known) for (const dispose of disposers) dispose();
    const [first] = known;
    if (first !== undefined) return first.order;
    this.#lastOrder += 1;
    return this.#lastOrder;
  }
}

function waitingOf(update: WaitingUpdate | undefined) {
  return update && { waiting: update.text, waitingHash: update.hash };
}

// A source may be spelt like the id of another extension; they are kept apart.
const idKey = (id: string) => `id ${foldName(id)}`;
const sourceKey = (origin: string) => `source ${origin}`;

/** As the manifest says of all tools of the extension. */
function mayRunTwice(tool: ToolDescription): ToolDescription {
  return { ...tool, idempotent: true };
}
