import { posix } from 'node:path';
import type { Diagnostic, ExtensionManifest } from '@mortise/contracts';
import type { ExtensionShape } from '../bundle/bundle-request.ts';
import { isRecord, type PackageView } from '../files/package-view.ts';
import { loaderDiagnostic } from '../loader-diagnostic.ts';
import { checkManifest, type ManifestPlace } from './check-manifest.ts';
import { readOpenClawPackage } from './openclaw-manifest.ts';

/** What a package says of itself, checked. */
export interface PackageFacts {
  readonly manifest: ExtensionManifest;
  readonly shape: ExtensionShape;
  /** Paths inside the package; they are there. */
  readonly entries: readonly string[];
  readonly configDefaults?: { readonly [key: string]: unknown };
}

export type PackageReading =
  | { readonly status: 'ok'; readonly facts: PackageFacts }
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[] };

const DEFAULT_ENTRIES = ['src/index.ts', 'index.ts', 'src/index.js', 'index.js'] as const;

/** Finds the manifest of a package, in our form or in OpenClaw's, and the files it starts with. */
export function readPackage(root: string, view: PackageView): PackageReading {
  const own = findOwnManifest(root, view);
  if (own === undefined) return readForeign(root, view);
  if ('diagnostic' in own) return fail(own.diagnostic);
  const checked = checkManifest(own.rawManifest, own.place);
  if (checked.status === 'failed') return checked;
  const manifest = withPackageVersion(checked.manifest, root, view);
  const entry = findEntry(manifest, root, view);
  if (entry === undefined)
    return fail(entryMissing(manifest.entry ?? DEFAULT_ENTRIES[0], own.place));
  return { status: 'ok', facts: { manifest, shape: 'mortise', entries: [entry] } };
}

interface FoundManifest {
  readonly rawManifest: unknown;
  readonly place: ManifestPlace;
}

function findOwnManifest(
  root: string,
  view: PackageView,
): FoundManifest | { readonly diagnostic: Diagnostic } | undefined {
  const section = view.readObject(posix.join(root, 'package.json'))?.['mortise'];
  const text = view.readText(posix.join(root, 'mortise.json'));
  if (text === undefined) {
    if (section === undefined) return undefined;
    return { rawManifest: section, place: { file: 'package.json', prefix: 'mortise' } };
  }
  const place = { file: 'mortise.json' };
  if (section !== undefined) {
    const message = 'mortise.json and "mortise" in package.json are both there';
    return {
      diagnostic: loaderDiagnostic('manifest_ambiguous', { message, subject: root, ...place }),
    };
  }
  try {
    return { rawManifest: JSON.parse(text), place };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Where it is, is told as the place of the finding.
    const message = `mortise.json is not JSON: ${reason.replace(/ (?:in JSON )?at position .*$/s, '')}`;
    const hint =
      'Correct the line given, or the one before it: names and texts stand in double quotes, no comma after the last entry, no comments.';
    return {
      diagnostic: loaderDiagnostic('manifest_invalid', { message, hint, subject: root, ...place }),
    };
  }
}

function readForeign(root: string, view: PackageView): PackageReading {
  const plugin = readOpenClawPackage(root, view);
  if (plugin === undefined) {
    const message = `${root}: there is no mortise.json, no "mortise" in package.json and no openclaw.plugin.json`;
    return fail(loaderDiagnostic('manifest_missing', { message, subject: root }));
  }
  const place = { file: plugin.file };
  const checked = checkManifest(plugin.rawManifest, place);
  if (checked.status === 'failed') return checked;
  const missing = plugin.entries.filter((entry) => !isInside(entry, root, view));
  if (missing[0] !== undefined) return fail(entryMissing(missing[0], place));
  const { entries, configDefaults } = plugin;
  return {
    status: 'ok',
    facts: { manifest: checked.manifest, shape: 'openclaw', entries, configDefaults },
  };
}

function findEntry(
  manifest: ExtensionManifest,
  root: string,
  view: PackageView,
): string | undefined {
  const packageJson = view.readObject(posix.join(root, 'package.json'));
  const main = isRecord(packageJson) ? packageJson['main'] : undefined;
  const candidates = [
    ...(manifest.entry === undefined ? [] : [manifest.entry]),
    ...(manifest.entry === undefined && typeof main === 'string' ? [main] : []),
    ...(manifest.entry === undefined ? DEFAULT_ENTRIES : []),
  ].map((entry) => posix.normalize(entry).replace(/^\.\//, ''));
  return candidates.find((entry) => isInside(entry, root, view));
}

/** A file of the package, also after links were followed. */
function isInside(entry: string, root: string, view: PackageView): boolean {
  const path = posix.join(root, entry);
  if (entry.startsWith('/') || entry.startsWith('..') || !view.isFile(path)) return false;
  return view.followLinks(path).startsWith(`${view.followLinks(root)}/`);
}

function withPackageVersion(
  manifest: ExtensionManifest,
  root: string,
  view: PackageView,
): ExtensionManifest {
  const version = view.readObject(posix.join(root, 'package.json'))?.['version'];
  if (manifest.version !== undefined || typeof version !== 'string') return manifest;
  return { ...manifest, version: version.slice(0, 64) };
}

function entryMissing(entry: string, place: ManifestPlace): Diagnostic {
  const message = `the entry ${JSON.stringify(entry)} is not a file of the package`;
  return loaderDiagnostic('entry_missing', {
    message,
    subject: entry,
    file: place.file,
    path: 'entry',
  });
}

function fail(diagnostic: Diagnostic): PackageReading {
  return { status: 'failed', diagnostics: [diagnostic] };
}
