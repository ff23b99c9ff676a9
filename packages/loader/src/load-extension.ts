import { resolve } from 'node:path';
import { type Diagnostic, type ExtensionManifest, LIMITS } from '@mortise/contracts';
import type { ProgramJail } from '@mortise/processes';
import { packagesFor } from './bundle/bundle-packages.ts';
import type { BundleRequest } from './bundle/bundle-request.ts';
import type { BundleUses } from './bundle/find-uses.ts';
import { runBundler } from './bundle/run-bundler.ts';
import type { OkPackage } from './cache/package-bytes.ts';
import type { BundleSettings, PackageCache } from './cache/package-cache.ts';
import { checkApiVersion } from './check-api-version.ts';
import { describeSource, type ExtensionSource } from './extension-source.ts';
import { FileFacts } from './files/file-facts.ts';
import type { FileObservation } from './files/file-observation.ts';
import { MEMORY_ROOT, PackageView } from './files/package-view.ts';
import { isUnder } from './files/path-inside.ts';
import { pluginRequests } from './guest/openclaw/plugin-requests.ts';
import { hasErrors, loaderDiagnostic } from './loader-diagnostic.ts';
import { locateFaults } from './manifest/locate-faults.ts';
import { type PackageFacts, readPackage } from './manifest/read-package.ts';
import { type OpenPackage, openSource, sealOf } from './open-source.ts';

export interface LoadOptions {
  /** Largest bundle in bytes; never above the ceiling of the limit `sourceBytes`. */
  readonly maxBytes?: number;
  /** Files for imports that no installed package answers to: `@mortise/sdk` outside a workspace. */
  readonly provided?: ReadonlyMap<string, string>;
  /** Version of the extension API; the loader's own by default. */
  readonly apiVersion?: string;
  /** What the lock file says; a package that differs is not read any further. */
  readonly expectedIntegrity?: string;
  /** Remembers packages by all that went into them; without it each is made anew. */
  readonly cache?: PackageCache;
  /** Files and folders that are no part of a package in whose folder they lie: those of a host that runs there. */
  readonly foreign?: readonly string[];
  /** What packages of one load share: what the disk said to questions that several of them ask. */
  readonly facts?: FileFacts;
  /** Keeps the process that bundles to the files of the package; where the machine can, if absent. */
  readonly jail?: ProgramJail;
}

/** A package that can be given to a sandbox, or all reasons why not. */
export type LoadedPackage = OkPackage | FailedPackage;

interface FailedPackage {
  readonly status: 'failed';
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads, checks and bundles one extension, or finds what was made of the same inputs before. Runs
 * nothing of it, fetches nothing, writes nothing but the cache.
 * Never throws for what a package contains: a failure is a value with codes and hints.
 */
export async function loadExtension(
  source: ExtensionSource,
  options: LoadOptions = {},
): Promise<LoadedPackage> {
  const { cache, facts = new FileFacts(), expectedIntegrity, foreign = [] } = options;
  const general = settingsOf(options);
  const seal = sealOf(source);
  if (seal !== undefined && seal.integrity === (expectedIntegrity ?? seal.integrity)) {
    const unopened = await cache?.find(seal, general, facts);
    if (unopened !== undefined) return unopened;
  }
  const opening = await openSource(source);
  if (opening.status === 'failed') return opening;
  const { opened } = opening;
  const settings = { ...general, foreign: pathsInside(opened.root, foreign) };
  if (opened.integrity !== (expectedIntegrity ?? opened.integrity)) {
    return tampered(source, opened, expectedIntegrity);
  }
  const known = await cache?.find(opened, settings, facts);
  if (known !== undefined) return known;
  const made = await makePackage(opened, settings, options);
  if (made.status === 'failed') return nameSource(made, source);
  const observed = [...opened.view.observed, ...made.observed];
  if (cache !== undefined && (await isUnchanged(source, opened, observed))) {
    await cache.keep(opened, settings, { loaded: made.loaded, observed });
  }
  return made.loaded;
}

/** The files of an archive have no folder: what is wrong with them is said of the archive. */
function nameSource(failed: FailedPackage, source: ExtensionSource): FailedPackage {
  const name = describeSource(source);
  const named = (text: string) => text.replaceAll(MEMORY_ROOT, () => name);
  const diagnostics = failed.diagnostics.map((each) => ({
    ...each,
    ...{ message: named(each.message), subject: named(each.subject) },
    ...(each.file !== undefined && { file: named(each.file) }),
  }));
  return { ...failed, diagnostics };
}

type MadePackage =
  | {
      readonly status: 'ok';
      readonly loaded: OkPackage;
      readonly observed: readonly FileObservation[];
    }
  | FailedPackage;

type JailOption = Pick<LoadOptions, 'jail'>;

async function makePackage(
  opened: OpenPackage,
  settings: BundleSettings,
  option: JailOption,
): Promise<MadePackage> {
  const reading = readPackage(opened.root, opened.view);
  if (reading.status === 'failed') {
    const { root, view } = opened;
    return { ...reading, diagnostics: await locateFaults(reading.diagnostics, root, view) };
  }
  const versionFaults = checkApiVersion(reading.facts.manifest, settings.apiVersion);
  if (hasErrors(versionFaults)) return { status: 'failed', diagnostics: versionFaults };
  const request = requestFor(reading.facts, opened, settings);
  return bundlePackage(reading.facts, { opened, ...request }, option);
}

interface Bundling {
  readonly opened: OpenPackage;
  readonly request: BundleRequest;
  /** What of the disk decided what it may be made of. */
  readonly decided: readonly FileObservation[];
}

function requestFor(
  { manifest, shape, entries, configDefaults }: PackageFacts,
  opened: OpenPackage,
  { provided, maxBytes, foreign }: BundleSettings,
): Pick<Bundling, 'request' | 'decided'> {
  const { packages, observed: decided } = packagesFor(opened, provided);
  const request = {
    ...{ id: manifest.id, root: opened.root, packages, foreign, entries, shape },
    ...{ provided, maxBytes },
    ...(opened.files === undefined ? {} : { files: opened.files }),
    ...(configDefaults === undefined ? {} : { configDefaults }),
    ...(manifest.version === undefined ? {} : { version: manifest.version }),
  };
  return { request, decided };
}

async function bundlePackage(
  { manifest, shape }: PackageFacts,
  { opened, request, decided }: Bundling,
  option: JailOption,
): Promise<MadePackage> {
  const reply = await runBundler(request, option);
  if (reply.status === 'failed') return reply;
  const { bundle, diagnostics, observed } = reply;
  const { integrity } = opened;
  const asking = bundle.uses === undefined ? manifest : withRequests(manifest, bundle.uses);
  const loaded: OkPackage = {
    ...{ status: 'ok', manifest: asking, shape, bundle, integrity, diagnostics },
  };
  return { status: 'ok', loaded, observed: [...observed, ...decided] };
}

/**
 * A manifest of OpenClaw says nothing of what a plugin asks for: it is what its code mentions and, if an
 * operator has configured it, what its configuration does.
 */
export function withRequests(
  manifest: ExtensionManifest,
  uses: BundleUses,
  config?: unknown,
): ExtensionManifest {
  const capabilities = pluginRequests(uses, config);
  return Object.keys(capabilities).length === 0 ? manifest : { ...manifest, capabilities };
}

/** A file that was changed while it was bundled would be remembered under what it was before. */
async function isUnchanged(
  source: ExtensionSource,
  { integrity }: OpenPackage,
  observed: readonly FileObservation[],
): Promise<boolean> {
  const again = await openSource(source);
  const isSame = again.status === 'ok' && again.opened.integrity === integrity;
  return isSame && new FileFacts().stillHold(observed);
}

function settingsOf({ maxBytes, provided = new Map(), apiVersion }: LoadOptions): BundleSettings {
  const { standard, ceiling } = LIMITS.sourceBytes;
  return { maxBytes: Math.min(maxBytes ?? standard, ceiling), provided, apiVersion, foreign: [] };
}

/** Real paths of those that lie in a folder. */
function pathsInside(folder: string, paths: readonly string[]): readonly string[] {
  const view = new PackageView();
  const real = paths.map((path) => view.followLinks(resolve(path)));
  return [...new Set(real)].filter((path) => path !== folder && isUnder(path, folder)).sort();
}

function tampered(
  source: ExtensionSource,
  opened: OpenPackage,
  expected: string | undefined,
): LoadedPackage {
  const found = loaderDiagnostic('integrity_mismatch', {
    message: `${describeSource(source)} is ${opened.integrity}, the lock file says ${expected}`,
    subject: describeSource(source),
  });
  return { status: 'failed', diagnostics: [found] };
}
