import type { Diagnostic, Disposer, ToolOrigin, ToolRunner } from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';
import type { GuestToolDefinition } from '@mortise/sandbox';

export interface ClaimedTools {
  readonly disposers: readonly Disposer[];
  /** What could not be taken, each with its reason. */
  readonly lost: readonly Diagnostic[];
}

interface ExtensionTools {
  readonly id: string;
  readonly tools: readonly GuestToolDefinition[];
  readonly order: number;
  readonly runner: ToolRunner;
}

/** Offers the tools of an extension to the catalog. */
export function claimExtensionTools(catalog: ToolCatalog, given: ExtensionTools): ClaimedTools {
  const { id, tools, order, runner } = given;
  const origin: ToolOrigin = { kind: 'extension', id, order };
  const claims = tools.map(({ isOptional: optional, ...tool }) =>
    catalog.claim({ tool, origin, optional }, { kind: 'runner', runner }),
  );
  return {
    lost: claims.flatMap((claim) => (claim.status === 'taken' ? [] : [claim.diagnostic])),
    disposers: claims.flatMap((claim) => (claim.status === 'refused' ? [] : [claim.disposer])),
  };
}
