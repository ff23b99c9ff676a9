import type {
  Diagnostic,
  Disposer,
  ResolvedLimits,
  ToolDescription,
  ToolOrigin,
  ToolRunner,
} from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';

export interface ClaimedTools {
  readonly disposers: readonly Disposer[];
  readonly taken: readonly string[];
  /** What lost its name and gets it if the holder goes. */
  readonly skipped: readonly Diagnostic[];
  /** What can never be taken. */
  readonly refused: readonly Diagnostic[];
}

interface ExtensionTools {
  readonly id: string;
  readonly tools: readonly ToolDescription[];
  readonly runner: ToolRunner;
  readonly limits: ResolvedLimits;
}

/** Offers the tools of an extension to the catalog. */
export function claimExtensionTools(catalog: ToolCatalog, given: ExtensionTools): ClaimedTools {
  const { id, tools, runner, limits } = given;
  const origin: ToolOrigin = { kind: 'extension', id };
  const results = catalog.claimAll(
    tools.map((tool) => ({ tool, origin, optional: tool.isOptional, limits })),
    { kind: 'runner', runner },
  );
  const claims = results.map((result, at) => ({ name: tools[at]?.name ?? '', ...result }));
  return {
    taken: claims.flatMap((claim) => (claim.status === 'taken' ? [claim.name] : [])),
    skipped: claims.flatMap((claim) => (claim.status === 'skipped' ? [claim.diagnostic] : [])),
    refused: claims.flatMap((claim) => (claim.status === 'refused' ? [claim.diagnostic] : [])),
    disposers: claims.flatMap((claim) => (claim.status === 'refused' ? [] : [claim.disposer])),
  };
}
