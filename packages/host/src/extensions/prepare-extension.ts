import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Diagnostic, ERROR_CODES, type ExtensionManifest } from '@mortise/contracts';
import { type ExtensionSource, type LoadedPackage, loadExtension } from '@mortise/loader';
import type { ExtensionInput, ExtensionSettings, InlineExtension } from './extension-input.ts';
import { PROVIDED_MODULES } from './provided-modules.ts';

/** An extension whose code is one text without imports. Nothing of it has run. */
export interface PreparedExtension {
  readonly id: string;
  readonly source: string;
  readonly settings: ExtensionSettings;
  readonly manifest: ExtensionManifest;
  /** There for what came from a package: what the lock file pins. */
  readonly loaded?: LoadedPackage & { readonly status: 'ok' };
  /** How it was named: a path, a package, `inline`. */
  readonly origin: string;
  readonly diagnostics: readonly Diagnostic[];
}

export type Preparation =
  | { readonly status: 'prepared'; readonly extension: PreparedExtension }
  | { readonly status: 'failed'; readonly id: string; readonly diagnostics: readonly Diagnostic[] };

/** A module that imports must be bundled; one that does not is taken as it is. */
const IMPORTS = /(?:^|[\s;{(])import\s*(?:[\s{*'"]|\w)|\bfrom\s*['"]|\brequire\s*\(/;

/** Reads, checks and bundles what was named, from `baseDir`. Never throws for what an extension contains. */
export async function prepareExtension(
  input: ExtensionInput,
  baseDir: string,
): Promise<Preparation> {
  if (typeof input === 'object' && 'source' in input) return prepareInline(input);
  const named = typeof input === 'string' ? { package: input } : input;
  const { package: origin, ...settings } = named;
  const loaded = await loadExtension(locateSource(origin, baseDir), { provided: PROVIDED_MODULES });
  if (loaded.status === 'failed')
    return { status: 'failed', id: origin, diagnostics: loaded.diagnostics };
  const { manifest, bundle, diagnostics, shape } = loaded;
  const { id } = manifest;
  // That shape has one global fetch for all calls; two at once could use each other's grants.
  const limits = shape === 'openclaw' ? { limits: { ...settings.limits, concurrentCalls: 1 } } : {};
  const extension = {
    id,
    source: bundle.source,
    settings: { ...settings, ...limits },
    manifest,
    loaded,
    origin,
    diagnostics,
  };
  return { status: 'prepared', extension };
}

async function prepareInline(input: InlineExtension): Promise<Preparation> {
  const { id, source, manifest, category, sharedOnly, idempotent, ...settings } = input;
  const own: ExtensionManifest = {
    id,
    ...manifest,
    ...(category === undefined ? {} : { categories: [category] }),
    ...(sharedOnly === undefined ? {} : { sharedOnly }),
    ...(idempotent === undefined ? {} : { idempotent }),
  };
  const rest = { id, settings, manifest: own, origin: 'inline' };
  if (typeof source !== 'string')
    return { status: 'failed', id: String(id), diagnostics: [noSource(id)] };
  if (!IMPORTS.test(source)) {
    return { status: 'prepared', extension: { ...rest, source, diagnostics: [] } };
  }
  const loaded = await loadExtension(
    { kind: 'inline', id, source, ...(manifest && { manifest }) },
    { provided: PROVIDED_MODULES },
  );
  if (loaded.status === 'failed') return { status: 'failed', id, diagnostics: loaded.diagnostics };
  const { bundle, diagnostics } = loaded;
  return { status: 'prepared', extension: { ...rest, source: bundle.source, loaded, diagnostics } };
}

function locateSource(text: string, baseDir: string): ExtensionSource {
  const path = resolve(baseDir, text);
  if (/\.(?:tgz|tar\.gz)$/.test(text)) return { kind: 'archive', path };
  if (existsSync(path) && statSync(path).isDirectory()) return { kind: 'folder', path };
  return /^[./\\]/.test(text)
    ? { kind: 'folder', path }
    : { kind: 'package', name: text, from: baseDir };
}

function noSource(id: string): Diagnostic {
  const { summary, hint } = ERROR_CODES.registration_failed;
  return {
    code: 'registration_failed',
    severity: 'error',
    subject: String(id),
    message: `${summary} It has no source text.`,
    hint,
  };
}
