import { refuse } from '@mortise/contracts';
import type { ExtensionBundle, LoadResult, SandboxOptions } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import { limitsOfBundle } from '../extensions/bundle-limits.ts';
import { findBundleProblem } from '../extensions/bundle-problem.ts';
import { Extension } from '../extensions/extension.ts';
import { SourceStore } from '../extensions/source-store.ts';
import type { IsolateTable } from '../isolates/isolate-table.ts';
import type { Placement } from '../isolates/placement.ts';
import { loadFailure, type Registrar } from './registrar.ts';

export interface LoadedExtensionsParts {
  readonly options: Pick<SandboxOptions, 'limits' | 'quarantine' | 'now'>;
  readonly dispatcher: CallDispatcher;
  readonly isolates: IsolateTable;
  readonly placement: Placement;
  readonly registrar: Registrar;
}

/** The extensions of a sandbox from load to unload, with old generations until their calls have ended. */
export class LoadedExtensions {
  readonly #parts: LoadedExtensionsParts;
  readonly #extensions = new Map<string, Extension>();
  /** Those that calls may be sent to. */
  readonly byId: ReadonlyMap<string, Extension> = this.#extensions;
  /** Old generations that still run calls. */
  readonly #draining = new Set<Extension>();
  readonly #sources = new SourceStore();
  #generation = 0;

  constructor(parts: LoadedExtensionsParts) {
    this.#parts = parts;
  }

  async load(bundle: ExtensionBundle): Promise<LoadResult> {
    return this.#extensions.has(bundle.id) ? alreadyLoaded(bundle.id) : this.#install(bundle, true);
  }

  reload(bundle: ExtensionBundle): Promise<LoadResult> {
    return this.#install(bundle, false);
  }

  unload(id: string): void {
    const { dispatcher } = this.#parts;
    const extension = this.#extensions.get(id);
    if (extension === undefined) return;
    this.#extensions.delete(id);
    extension.revoke();
    const reason = `The extension ${id} was unloaded.`;
    for (const call of dispatcher.calls) {
      if (call.extension !== extension) continue;
      if (call.isSent) dispatcher.end(call, 'aborted', reason);
      else dispatcher.settle(call, refuse('extension_unavailable', reason));
    }
    this.#drain(extension);
  }

  /** Lets go of old generations whose last call has ended. */
  finishDraining(): void {
    for (const extension of this.#draining) this.#release(extension);
  }

  close(): void {
    this.#sources.close();
  }

  /** The new generation is complete before the old one goes. */
  async #install(bundle: ExtensionBundle, isNew: boolean): Promise<LoadResult> {
    const limits = limitsOfBundle(bundle, this.#parts.options.limits);
    const problem = findBundleProblem(bundle, limits);
    if (problem !== undefined) return loadFailure('source_invalid', problem);
    const draft = this.#draft(bundle, limits);
    const outcome = await this.#parts.registrar.register(draft);
    const old = this.#extensions.get(bundle.id);
    const isTaken = isNew && old !== undefined;
    if (!('tools' in outcome) || isTaken) {
      this.#parts.placement.release(draft);
      this.#forgetSource(draft);
      return 'tools' in outcome ? alreadyLoaded(bundle.id) : outcome;
    }
    const extension = draft.register(outcome);
    this.#extensions.set(bundle.id, extension);
    if (old !== undefined) this.#drain(old);
    return { status: 'loaded', extension: extension.loaded };
  }

  #draft({ source, map, ...facts }: ExtensionBundle, limits: Extension['limits']): Extension {
    const { quarantine = {}, now } = this.#parts.options;
    const bundleHash = this.#sources.put(source);
    const mapHash = map === undefined || map === '' ? undefined : this.#sources.put(map);
    this.#generation += 1;
    return new Extension({
      ...{ facts, limits, bundleHash, mapHash, quarantine, now },
      generation: this.#generation,
      readSource: () => this.#sources.get(bundleHash),
      readMap: () => (mapHash === undefined ? undefined : this.#sources.find(mapHash)),
    });
  }

  #drain(extension: Extension): void {
    this.#draining.add(extension);
    this.#release(extension);
  }

  #release(extension: Extension): void {
    const { dispatcher, isolates, placement } = this.#parts;
    if ((dispatcher.findQueue(extension)?.size ?? 0) > 0) return;
    this.#draining.delete(extension);
    isolates.closeAll(extension);
    placement.release(extension);
    this.#forgetSource(extension);
  }

  /** Generations of the same text share it. */
  #forgetSource(gone: Extension): void {
    const others = [...this.#extensions.values(), ...this.#draining].filter(
      (each) => each !== gone,
    );
    for (const hash of textsOf(gone))
      if (!others.some((other) => textsOf(other).includes(hash))) this.#sources.delete(hash);
  }
}

function textsOf({ loaded, mapHash }: Extension): readonly string[] {
  return mapHash === undefined ? [loaded.bundleHash] : [loaded.bundleHash, mapHash];
}

function alreadyLoaded(id: string): LoadResult {
  return loadFailure('registration_failed', `The extension ${id} is loaded already; reload it.`);
}
