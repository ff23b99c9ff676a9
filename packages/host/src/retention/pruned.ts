import type { RetentionName } from '@mortise/contracts';

/** What went, or would go. */
export interface Pruned {
  readonly count: number;
  /** 0 where only rows of a file went. */
  readonly bytes: number;
}

export interface PruneRun {
  /** Wall clock in ms. */
  readonly now: number;
  /** Counts and removes nothing. */
  readonly dryRun: boolean;
}

/** What is pruned: a rule of the table, or what processes that were killed left behind. */
export type PrunedKind = Exclude<RetentionName, `${string}Size`> | 'drafts';

export interface PrunedPart extends Pruned {
  readonly what: PrunedKind;
  /** Why it could not be looked at; nothing of it went then. */
  readonly failure?: string;
}

export interface PruneReport {
  readonly isDryRun: boolean;
  /** One for each kind that this host keeps. */
  readonly parts: readonly PrunedPart[];
}
