import {
  type Diagnostic,
  type Disposer,
  entryKind,
  type ResolvedLimits,
  registrationName,
  type ToolDescription,
  type ToolOrigin,
  type ToolRunner,
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
  const [resources, others] = [true, false].map((isWanted) =>
    tools.filter(({ name }) => (entryKind(name) === 'resource') === isWanted),
  );
  const claim = (given: readonly ToolDescription[] = [], by: ToolRunner) =>
    catalog
      .claimAll(
        given.map((tool) => ({ tool, origin, optional: tool.isOptional, limits })),
        { kind: 'runner', runner: by },
      )
      .map((result, at) => ({ name: given[at]?.name ?? '', ...result }));
  const claims = [...claim(others, runner), ...claim(resources, byPath(runner, id))];
  return {
    taken: claims.flatMap((claim) => (claim.status === 'taken' ? [claim.name] : [])),
    skipped: claims.flatMap((claim) => (claim.status === 'skipped' ? [claim.diagnostic] : [])),
    refused: claims.flatMap((claim) => (claim.status === 'refused' ? [claim.diagnostic] : [])),
    disposers: claims.flatMap((claim) => (claim.status === 'refused' ? [] : [claim.disposer])),
  };
}

/** The code of an extension knows its resources by their paths. */
function byPath(runner: ToolRunner, id: string): ToolRunner {
  const { limitsConcurrency } = runner;
  return {
    ...(limitsConcurrency === undefined ? {} : { limitsConcurrency }),
    run: (request, ports) =>
      runner.run({ ...request, toolName: registrationName(request.toolName, id) }, ports),
  };
}
