import type {
  Diagnostic,
  Disposer,
  ExtensionManifest,
  ToolOrigin,
  ToolRunner,
} from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';
import type { GuestToolDefinition } from '@mortise/sandbox';

export interface ClaimedTools {
  readonly disposers: readonly Disposer[];
  /** What could not be taken, each with its reason. */
  readonly lost: readonly Diagnostic[];
}

interface ExtensionTools {
  readonly manifest: ExtensionManifest;
  readonly tools: readonly GuestToolDefinition[];
  readonly order: number;
  readonly runner: ToolRunner;
}

/** Offers the tools of an extension to the catalog, with what its manifest says about all of them. */
export function claimExtensionTools(catalog: ToolCatalog, given: ExtensionTools): ClaimedTools {
  const { manifest, tools, order, runner } = given;
  const origin: ToolOrigin = { kind: 'extension', id: manifest.id, order };
  const category = manifest.categories?.[0];
  const claims = tools.map(({ isOptional, ...tool }) => {
    const described = {
      ...tool,
      ...(tool.category === undefined && category !== undefined ? { category } : {}),
      ...(manifest.sharedOnly === true ? { sharedOnly: true } : {}),
    };
    const optional = isOptional || manifest.optionalTools?.includes(tool.name) === true;
    return catalog.claim({ tool: described, origin, optional }, { kind: 'runner', runner });
  });
  return {
    lost: claims.flatMap((claim) => (claim.status === 'taken' ? [] : [claim.diagnostic])),
    disposers: claims.flatMap((claim) => (claim.status === 'refused' ? [] : [claim.disposer])),
  };
}
