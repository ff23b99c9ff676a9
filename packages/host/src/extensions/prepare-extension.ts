import {
  type CacheStore,
  type Diagnostic,
  ERROR_CODES,
  type ErrorCode,
  type ExtensionManifest,
  type LimitSettings,
  lowerLimits,
  type ResolvedLimits,
  resolveLimits,
} from '@mortise/contracts';
import {
  checkManifest,
  type FileFacts,
  type LoadedPackage,
  type LoadOptions,
  loadExtension,
  PackageCache,
  withRequests,
} from '@mortise/loader';
import type { ProgramJail } from '@mortise/processes';
import type {
  ExtensionInput,
  ExtensionSettings,
  InlineExtension,
  PackagedExtension,
} from './extension-input.ts';
import { INLINE, locateSource } from './locate-source.ts';
import { PROVIDED_MODULES } from './provided-modules.ts';

/** An extension whose code is one text without imports. Nothing of it has run. */
export interface PreparedExtension {
  readonly id: string;
  readonly source: string;
  readonly settings: ExtensionSettings;
  /** In force for it. */
  readonly limits: ResolvedLimits;
  readonly manifest: ExtensionManifest;
  readonly kind: 'inline' | 'package';
  /** There for what was read from a package or bundled: what the lock file pins. */
  readonly loaded?: LoadedPackage & { readonly status: 'ok' };
  /** How it was named: a path, a package, `inline`. */
  readonly origin: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface FailedPreparation {
  readonly status: 'failed';
  /** Absent if not even that could be read. */
  readonly id?: string;
  readonly origin: string;
  readonly diagnostics: readonly Diagnostic[];
}

export type Preparation =
  | { readonly status: 'prepared'; readonly extension: PreparedExtension }
  | FailedPreparation;

/** A module that imports must be bundled; one that does not is taken as it is. */
const IMPORTS = /(?:^|[\s;{(])import\s*(?:[\s{*'"]|\w)|\bfrom\s*['"]|\brequire\s*\(/;

/** The limits in force for an extension with these of its own. */
export type LimitsOf = (own: LimitSettings | undefined) => ResolvedLimits;

export interface PreparationParts {
  readonly baseDir: string;
  /** Without a host the standard limits hold. */
  readonly limitsOf?: LimitsOf;
  /** Remembers packages; without it each is bundled anew. */
  readonly cache?: PackageCache;
  /** The same as a store, for a caller that shares one with a host. */
  readonly cacheStore?: CacheStore;
  /** What the extensions of one load share. */
  readonly facts?: FileFacts;
  /** Files and folders of the host: no part of an extension in whose folder they lie. */
  readonly ownPaths?: () => readonly string[];
  /** Around the process that bundles. */
  readonly bundlerJail?: ProgramJail;
}

type FullParts = PreparationParts & Required<Pick<PreparationParts, 'limitsOf'>>;

/** Reads, checks and bundles what was named, from `baseDir`. Never throws for what an extension contains. */
export async function prepareExtension(
  input: ExtensionInput,
  given: PreparationParts,
): Promise<Preparation> {
  const parts = { limitsOf: resolveLimits, ...given };
  if (isInline(input)) return prepareInline(input, parts);
  const named = typeof input === 'string' ? { package: input } : input;
  const rawPackage: unknown = named?.package;
  if (typeof rawPackage === 'string' && rawPackage.trim() !== '') {
    return preparePackage(named, parts);
  }
  const message = 'An extension is the name of a package, a path, or an object with a source text.';
  return fail(String(rawPackage), note('package_unreadable', message, 'extension'));
}

/** Whether an extension came as text. Takes whatever an embedder passed. */
export function isInline(input: ExtensionInput): input is InlineExtension {
  return typeof input === 'object' && input !== null && 'source' in input;
}

async function preparePackage(named: PackagedExtension, parts: FullParts): Promise<Preparation> {
  const { limitsOf } = parts;
  const { package: origin, id: expected, ...settings } = named;
  const loaded = await loadExtension(locateSource(origin, parts.baseDir), {
    ...loadOptions(parts),
    maxBytes: limitsOf(settings.limits).sourceBytes,
  });
  if (loaded.status === 'failed')
    return { status: 'failed', origin, diagnostics: loaded.diagnostics };
  const { bundle, diagnostics, shape } = loaded;
  // What a plugin of OpenClaw asks for depends on how it is configured: on the hosts that it is told.
  const manifest = bundle.uses
    ? withRequests(loaded.manifest, bundle.uses, settings.config)
    : loaded.manifest;
  const { id } = manifest;
  if (expected !== undefined && expected !== id) {
    const message = `${origin} is the extension "${id}"; the configuration says "${expected}".`;
    return fail(origin, note('manifest_invalid', message, expected));
  }
  // That shape has one global fetch for all calls; two at once could use each other's grants.
  const forced = shape === 'openclaw' ? { concurrentCalls: 1 } : {};
  const limits = lowerLimits(limitsOf({ ...settings.limits, ...forced }), manifest.limits);
  const extension: PreparedExtension = {
    ...{ id, source: bundle.source, settings, limits, manifest },
    ...{ loaded: { ...loaded, manifest }, origin, diagnostics, kind: 'package' },
  };
  return { status: 'prepared', extension };
}

async function prepareInline(input: InlineExtension, parts: FullParts): Promise<Preparation> {
  const { id, source, manifest, category, sharedOnly, idempotent, ...settings } = input;
  const checked = checkManifest(
    {
      ...manifest,
      id,
      ...(category === undefined ? {} : { categories: [category] }),
      ...(sharedOnly === undefined ? {} : { sharedOnly }),
      ...(idempotent === undefined ? {} : { idempotent }),
    },
    { file: INLINE },
  );
  if (checked.status === 'failed') return { ...checked, id: String(id), origin: INLINE };
  const limits = lowerLimits(parts.limitsOf(input.limits), checked.manifest.limits);
  const rest = {
    id,
    settings,
    limits,
    manifest: checked.manifest,
    origin: INLINE,
    kind: 'inline',
  } as const;
  if (typeof source !== 'string') {
    const { summary } = ERROR_CODES.registration_failed;
    return fail(INLINE, note('registration_failed', `${summary} It has no source text.`, id), id);
  }
  if (!IMPORTS.test(source)) {
    return { status: 'prepared', extension: { ...rest, source, diagnostics: [] } };
  }
  const loaded = await loadExtension(
    { kind: 'inline', id, source, ...(manifest && { manifest }) },
    { ...loadOptions(parts), maxBytes: limits.sourceBytes },
  );
  const { diagnostics } = loaded;
  if (loaded.status === 'failed') return { status: 'failed', id, origin: INLINE, diagnostics };
  return {
    status: 'prepared',
    extension: { ...rest, source: loaded.bundle.source, loaded, diagnostics },
  };
}

function loadOptions(parts: FullParts): LoadOptions {
  const { cacheStore, facts, bundlerJail, ownPaths = () => [] } = parts;
  const cache = parts.cache ?? (cacheStore && new PackageCache(cacheStore));
  return {
    provided: PROVIDED_MODULES,
    foreign: ownPaths(),
    ...(bundlerJail === undefined ? {} : { jail: bundlerJail }),
    ...(cache === undefined ? {} : { cache }),
    ...(facts === undefined ? {} : { facts }),
  };
}

function note(code: ErrorCode, message: string, subject: string): Diagnostic {
  return { code, severity: 'error', subject, message, hint: ERROR_CODES[code].hint };
}

function fail(origin: string, diagnostic: Diagnostic, id?: string): FailedPreparation {
  return { status: 'failed', origin, diagnostics: [diagnostic], ...(id !== undefined && { id }) };
}
