import type { ToolDescription } from '@mortise/contracts';
import { formatUpdate, type UpdateComparison } from '@mortise/loader';
import type { LoadResult, Sandbox } from '@mortise/sandbox';
import type { LockStore } from './lock-store.ts';
import { offeredTools } from './offered-tools.ts';
import type { PreparedExtension } from './prepare-extension.ts';
import { reviewHash } from './review-hash.ts';

export interface GateParts {
  readonly sandbox: Sandbox;
  readonly lockStore: LockStore | undefined;
  readonly newId: () => string;
}

/** An update that an operator has to read first. */
export interface WaitingUpdate {
  readonly extension: PreparedExtension;
  readonly tools: readonly ToolDescription[];
  readonly comparison: UpdateComparison;
  /** The difference as text. */
  readonly text: string;
  /** What an approval is bound to. */
  readonly hash: string;
}

export type Verdict =
  | { readonly status: 'clear' | 'safe' }
  | { readonly status: 'waits'; readonly update: WaitingUpdate };

/** Decides whether code may take the place of what an operator approved. */
export class UpdateGate {
  readonly #parts: GateParts;

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  /** Looks at what changed without letting any call reach it. */
  async examine(
    extension: PreparedExtension,
  ): Promise<Verdict | Extract<LoadResult, { status: 'failed' }>> {
    const { lockStore } = this.#parts;
    const isPinned = extension.loaded !== undefined && (await lockStore?.entry(extension.id));
    if (!isPinned || (await lockStore?.isApproved(extension))) return { status: 'clear' };
    const trial = await this.tryOut(extension);
    return trial.status === 'failed' ? trial : this.judge(extension, trial.extension.tools);
  }

  /** Registers code once, with no grant and under an id that no call can have. */
  async tryOut(extension: PreparedExtension): Promise<LoadResult> {
    const { sandbox, newId } = this.#parts;
    const id = `trial-${newId()}`.slice(0, 60);
    const { source, settings, limits, loaded, manifest } = extension;
    const { config } = settings;
    const bundle = {
      ...{ id, source, limits },
      ...(loaded !== undefined && { map: loaded.bundle.map }),
      ...(config !== undefined && { config }),
      ...(manifest.configSchema && { configSchema: manifest.configSchema }),
    };
    const trial = await sandbox.load(bundle);
    await sandbox.unload(id);
    return trial;
  }

  /** Compares what a registration left with what was approved. */
  async judge(
    extension: PreparedExtension,
    registered: readonly ToolDescription[],
  ): Promise<Verdict> {
    const tools = offeredTools(extension.manifest, registered);
    const comparison = await this.#parts.lockStore?.compare(extension, tools);
    if (comparison?.status === 'safe') return { status: 'safe' };
    if (comparison?.status !== 'needs_approval') return { status: 'clear' };
    const text = formatUpdate(extension.id, comparison);
    const hash = reviewHash(extension, tools);
    return { status: 'waits', update: { extension, tools, comparison, text, hash } };
  }
}
