import { type Diagnostic, type ExtensionManifest, LIMITS } from '@mortise/contracts';
import type { ExtensionBundleText, ExtensionShape } from './bundle/bundle-request.ts';
import { runBundler } from './bundle/run-bundler.ts';
import { checkApiVersion } from './check-api-version.ts';
import { describeSource, type ExtensionSource } from './extension-source.ts';
import { hasErrors, loaderDiagnostic } from './loader-diagnostic.ts';
import { type PackageFacts, readPackage } from './manifest/read-package.ts';
import { type OpenPackage, openSource } from './open-source.ts';

export interface LoadOptions {
  /** Largest bundle in bytes; never above the ceiling of the limit `sourceBytes`. */
  readonly maxBytes?: number;
  /** Files for imports that no installed package answers to: `@mortise/sdk` outside a workspace. */
  readonly provided?: ReadonlyMap<string, string>;
  /** Version of the extension API; the loader's own by default. */
  readonly apiVersion?: string;
  /** What the lock file says; a package that differs is not read any further. */
  readonly expectedIntegrity?: string;
}

/** A package that can be given to a sandbox, or all reasons why not. */
export type LoadedPackage =
  | {
      readonly status: 'ok';
      readonly manifest: ExtensionManifest;
      readonly shape: ExtensionShape;
      readonly bundle: ExtensionBundleText;
      readonly integrity: string;
      /** Warnings and notes; no errors. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads, checks and bundles one extension. Runs nothing of it, fetches nothing, writes nothing.
 * Never throws for what a package contains: a failure is a value with codes and hints.
 */
export async function loadExtension(
  source: ExtensionSource,
  options: LoadOptions = {},
): Promise<LoadedPackage> {
  const opening = await openSource(source);
  if (opening.status === 'failed') return opening;
  const { opened } = opening;
  const { expectedIntegrity = opened.integrity } = options;
  if (opened.integrity !== expectedIntegrity) return tampered(source, opened, expectedIntegrity);
  const reading = readPackage(opened.root, opened.view);
  if (reading.status === 'failed') return reading;
  const versionFaults = checkApiVersion(reading.facts.manifest, options.apiVersion);
  if (hasErrors(versionFaults)) return { status: 'failed', diagnostics: versionFaults };
  return bundlePackage(reading.facts, opened, options);
}

async function bundlePackage(
  facts: PackageFacts,
  opened: OpenPackage,
  options: LoadOptions,
): Promise<LoadedPackage> {
  const { manifest, shape, entries, configDefaults } = facts;
  const reply = await runBundler({
    ...{ id: manifest.id, root: opened.root, entries, shape },
    ...(opened.files === undefined ? {} : { files: opened.files }),
    ...(configDefaults === undefined ? {} : { configDefaults }),
    ...(manifest.version === undefined ? {} : { version: manifest.version }),
    provided: options.provided ?? new Map(),
    maxBytes: Math.min(options.maxBytes ?? LIMITS.sourceBytes.standard, LIMITS.sourceBytes.ceiling),
  });
  if (reply.status === 'failed') return reply;
  const { bundle, diagnostics } = reply;
  return { status: 'ok', manifest, shape, bundle, integrity: opened.integrity, diagnostics };
}

function tampered(source: ExtensionSource, opened: OpenPackage, expected: string): LoadedPackage {
  const found = loaderDiagnostic('integrity_mismatch', {
    message: `${describeSource(source)} is ${opened.integrity}, the lock file says ${expected}`,
    subject: describeSource(source),
  });
  return { status: 'failed', diagnostics: [found] };
}
