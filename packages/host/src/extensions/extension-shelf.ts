import { type Diagnostic, type Disposer, foldName, type ToolOrigin } from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';
import type { LoadedExtension, LoadResult, Sandbox } from '@mortise/sandbox';
import type { InlineExtension } from './inline-extension.ts';

/** One extension as an operator sees it. */
export interface ExtensionState {
  readonly id: string;
  readonly status: 'loaded' | 'failed';
  readonly tools: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly failure?: Extract<LoadResult, { status: 'failed' }>;
  readonly bundleHash?: string;
}

/** Puts extensions into the sandbox and their tools into the catalog, and takes both back. */
export class ExtensionShelf {
  readonly #sandbox: Sandbox;
  readonly #catalog: ToolCatalog;
  readonly #shelved = new Map<string, Shelved>();
  #nextOrder = 0;

  constructor(sandbox: Sandbox, catalog: ToolCatalog) {
    this.#sandbox = sandbox;
    this.#catalog = catalog;
  }

  list(): readonly ExtensionState[] {
    return [...this.#shelved.values()].map(({ state }) => state);
  }

  /** A failure is a state with a code and a hint; nothing of the extension stays behind (F-8). */
  async load(extension: InlineExtension): Promise<ExtensionState> {
    const key = foldName(extension.id);
    const known = this.#shelved.get(key);
    if (known?.state.status === 'loaded') return this.reload(extension);
    const order = known?.order ?? this.#takeOrder();
    return this.#shelve(extension, await this.#sandbox.load(bundleOf(extension)), order);
  }

  /** The old code serves until the new one has registered; if it fails, the old one stays. */
  async reload(extension: InlineExtension): Promise<ExtensionState> {
    const known = this.#shelved.get(foldName(extension.id));
    if (known === undefined || known.state.status === 'failed') return this.load(extension);
    const result = await this.#sandbox.reload(bundleOf(extension));
    if (result.status === 'failed') return failedState(extension.id, result);
    return this.#shelve(extension, result, known.order);
  }

  async unload(id: string): Promise<void> {
    const key = foldName(id);
    const known = this.#shelved.get(key);
    if (known === undefined) return;
    this.#shelved.delete(key);
    for (const dispose of known.disposers) dispose();
    await this.#sandbox.unload(known.state.id);
  }

  #takeOrder(): number {
    this.#nextOrder += 1;
    return this.#nextOrder;
  }

  #shelve(extension: InlineExtension, result: LoadResult, order: number): ExtensionState {
    const key = foldName(extension.id);
    const previous = this.#shelved.get(key);
    for (const dispose of previous?.disposers ?? []) dispose();
    const shelved =
      result.status === 'failed'
        ? { state: failedState(extension.id, result), disposers: [], order }
        : this.#claimAll(extension, result.extension, order);
    this.#shelved.set(key, shelved);
    return shelved.state;
  }

  #claimAll(extension: InlineExtension, loaded: LoadedExtension, order: number): Shelved {
    const origin: ToolOrigin = { kind: 'extension', id: loaded.id, order };
    const claims = loaded.tools.map(({ isOptional, ...tool }) => {
      const described = { ...tool, ...settingsOf(extension, tool.category) };
      const candidate = { tool: described, origin, optional: isOptional };
      return this.#catalog.claim(candidate, { kind: 'runner', runner: this.#sandbox });
    });
    const lost = claims.flatMap((claim) => (claim.status === 'taken' ? [] : [claim.diagnostic]));
    const state: ExtensionState = {
      id: loaded.id,
      status: 'loaded',
      tools: loaded.tools.map(({ name }) => name),
      diagnostics: [...loaded.diagnostics, ...lost],
      bundleHash: loaded.bundleHash,
    };
    const disposers = claims.flatMap((claim) =>
      claim.status === 'refused' ? [] : [claim.disposer],
    );
    return { state, disposers, order };
  }
}

interface Shelved {
  readonly state: ExtensionState;
  readonly disposers: readonly Disposer[];
  readonly order: number;
}

function settingsOf({ category, sharedOnly }: InlineExtension, own: string | undefined) {
  return {
    ...(own === undefined && category !== undefined ? { category } : {}),
    ...(sharedOnly === true ? { sharedOnly } : {}),
  };
}

function bundleOf(extension: InlineExtension) {
  const { category: _category, sharedOnly: _sharedOnly, ...bundle } = extension;
  return bundle;
}

function failedState(
  id: string,
  failure: Extract<LoadResult, { status: 'failed' }>,
): ExtensionState {
  return { id, status: 'failed', tools: [], diagnostics: [], failure };
}
