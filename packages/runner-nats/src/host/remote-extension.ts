import type { ResolvedLimits, ToolDescription } from '@mortise/contracts';
import { type ExtensionBundle, type LoadedExtension, limitsOfBundle } from '@mortise/sandbox';
import { specOf, sumOf } from '../wire/extension-spec.ts';
import { ToolCosts } from './tool-costs.ts';

/** One generation of an extension, as it is given to nodes. */
export interface RemoteExtension {
  readonly id: string;
  /** SHA-256 of `specJson`, hex: nodes know it by that. */
  readonly key: string;
  readonly specJson: string;
  readonly limits: ResolvedLimits;
  readonly grants: NonNullable<ExtensionBundle['grants']>;
  readonly tools: ReadonlyMap<string, ToolDescription>;
  readonly costs: ToolCosts;
  /** By their hashes: what nodes fetch. */
  readonly texts: ReadonlyMap<string, string>;
  readonly isIdempotent: boolean;
  readonly trust: NonNullable<ExtensionBundle['trust']>;
}

export function remoteExtension(
  bundle: ExtensionBundle,
  loaded: LoadedExtension,
  ofSandbox: Parameters<typeof limitsOfBundle>[1],
): RemoteExtension {
  const limits = limitsOfBundle(bundle, ofSandbox);
  const specJson = JSON.stringify(specOf(bundle, limits));
  const texts = [bundle.source, bundle.map ?? ''].filter((text) => text !== '');
  return {
    id: bundle.id,
    key: sumOf(specJson),
    specJson,
    limits,
    grants: bundle.grants ?? {},
    tools: new Map(loaded.tools.map((tool) => [tool.name, tool])),
    costs: new ToolCosts(),
    texts: new Map(texts.map((text) => [sumOf(text), text])),
    isIdempotent: bundle.idempotent === true,
    trust: bundle.trust ?? 'third-party',
  };
}

/** Whether a call of the tool may be run again if it is not known how far it came. */
export function mayRunTwice({ isIdempotent, tools }: RemoteExtension, toolName: string): boolean {
  return isIdempotent || tools.get(toolName)?.idempotent === true;
}
