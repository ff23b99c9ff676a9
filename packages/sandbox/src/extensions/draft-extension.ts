import { EXTENSION_ID_PATTERN, resolveLimits } from '@mortise/contracts';
import type { ExtensionBundle, SandboxOptions } from '../api/sandbox-api.ts';
import { CrashRecord } from './crash-record.ts';
import type { Extension } from './extension.ts';
import type { Registration } from './interpret-registration.ts';
import type { SourceStore } from './source-store.ts';

export interface DraftParts {
  readonly bundle: ExtensionBundle;
  readonly generation: number;
  readonly options: SandboxOptions;
  readonly sources: SourceStore;
}

const ID = new RegExp(EXTENSION_ID_PATTERN);

/** An extension before its registration: it has limits and a text, and no tools yet. */
export function draftExtension(parts: DraftParts): Extension {
  const { bundle, options, sources, generation } = parts;
  const { source, ...facts } = bundle;
  const bundleHash = sources.put(source);
  return {
    id: bundle.id,
    generation,
    facts,
    readSource: () => sources.get(bundleHash),
    configJson: JSON.stringify(bundle.config ?? null),
    limits: resolveLimits(options.limits, bundle.limits),
    loaded: { id: bundle.id, bundleHash, tools: [], reducers: [], diagnostics: [] },
    tools: new Map(),
    crashes: new CrashRecord(options.quarantine ?? {}, options.now),
    isolates: new Map(),
    queue: new Set(),
    isAdvancing: false,
    runner: undefined,
    running: 0,
    finished: 0,
    mustBeAlone: false,
    isRevoked: false,
  };
}

/** The extension that a registration makes of a draft. */
export function completeExtension(draft: Extension, registration: Registration): Extension {
  const loaded = Object.freeze({ ...draft.loaded, ...registration });
  return { ...draft, loaded, tools: new Map(loaded.tools.map((tool) => [tool.name, tool])) };
}

/** Why a bundle cannot even be tried, or undefined. */
export function findBundleProblem(
  bundle: ExtensionBundle,
  options: SandboxOptions,
): string | undefined {
  if (!ID.test(bundle.id)) return 'Its id is not one an extension may have.';
  const bytes = Buffer.byteLength(bundle.source);
  const limit = resolveLimits(options.limits, bundle.limits).sourceBytes;
  if (bytes > limit) return `It has ${bytes} bytes; ${limit} are allowed.`;
  try {
    JSON.stringify(bundle.config);
    return undefined;
  } catch {
    return 'Its configuration is not JSON.';
  }
}
