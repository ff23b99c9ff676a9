import type { Logger, ResolvedRetention } from '@mortise/contracts';
import type { Pruned, PrunedKind, PrunedPart, PruneReport, PruneRun } from './pruned.ts';

/** Takes away what is old of one kind. Rejects if it cannot be looked at. */
export type PruneSource = (rules: ResolvedRetention, run: PruneRun) => Promise<Pruned>;

export interface PrunerParts {
  /** What this host keeps. */
  readonly sources: { readonly [What in PrunedKind]?: PruneSource };
  /** Those in force when it runs. */
  readonly rules: () => ResolvedRetention;
  readonly now: () => number;
  readonly logger: Logger;
  /** The host is being closed: what is old waits for the next one. */
  readonly isClosed: () => boolean;
}

export interface PruneOptions {
  /** Says what would go and removes nothing. */
  readonly dryRun?: boolean;
}

/**
 * Takes away what a host has kept for longer than its rules say, one kind after the other and a little
 * at a time. A kind that cannot be looked at is reported and stops no other.
 */
export class Pruner {
  readonly #parts: PrunerParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: PrunerParts) {
    this.#parts = parts;
  }

  /** One run after the other. Never rejects. */
  run({ dryRun = false }: PruneOptions = {}): Promise<PruneReport> {
    const next = this.#last.then(() => this.#runAll(dryRun));
    this.#last = next;
    return next;
  }

  async #runAll(dryRun: boolean): Promise<PruneReport> {
    const { sources, rules, now, isClosed } = this.#parts;
    const inForce = rules();
    const parts: PrunedPart[] = [];
    for (const [what, prune] of Object.entries(sources) as [PrunedKind, PruneSource][]) {
      if (isClosed()) break;
      const part = await attempt(what, () => prune(inForce, { now: now(), dryRun }));
      if (!dryRun) this.#tell(part);
      parts.push(part);
    }
    return { isDryRun: dryRun, parts };
  }

  #tell({ what, count, bytes, failure }: PrunedPart): void {
    const { logger, isClosed } = this.#parts;
    if (isClosed()) return;
    if (failure !== undefined) logger.warn({ what, failure }, 'Old things could not be looked at.');
    else if (count > 0) logger.info({ what, count, bytes }, 'Old things were removed.');
  }
}

async function attempt(what: PrunedKind, prune: () => Promise<Pruned>): Promise<PrunedPart> {
  try {
    return { what, ...(await prune()) };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { what, count: 0, bytes: 0, failure };
  }
}
