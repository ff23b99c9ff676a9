import type {
  Diagnostic,
  Disposer,
  ToolDescription,
  ToolOrigin,
  ToolRunner,
} from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';

/** What became of an offer of tools. The disposer takes back all of them. */
export interface ClaimedTools {
  readonly names: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly disposer: Disposer;
}

/** Registers tools that somebody else runs; what cannot be taken is reported and the rest lives. */
export function claimRunnerTools(
  catalog: ToolCatalog,
  origin: ToolOrigin,
  { tools, runner }: { readonly tools: readonly ToolDescription[]; readonly runner: ToolRunner },
): ClaimedTools {
  const claims = tools.map((tool) => ({
    name: tool.name,
    claim: catalog.claim({ tool, origin }, { kind: 'runner', runner }),
  }));
  const dispose = () => {
    for (const { claim } of claims) if (claim.status !== 'refused') claim.disposer();
  };
  return {
    names: claims.flatMap(({ name, claim }) => (claim.status === 'taken' ? [name] : [])),
    diagnostics: claims.flatMap(({ claim }) =>
      claim.status === 'taken' ? [] : [claim.diagnostic],
    ),
    disposer: Object.assign(dispose, { [Symbol.dispose]: dispose }),
  };
}
