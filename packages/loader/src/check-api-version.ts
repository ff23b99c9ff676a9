import type { Diagnostic, ExtensionManifest } from '@mortise/contracts';
import { loaderDiagnostic } from './loader-diagnostic.ts';
import { versionLibrary } from './version-library.ts';

/** The version of the extension API that this loader and its sandbox speak. */
export const EXTENSION_API_VERSION = '1.0.0';

/** Empty if the extension was written for this API, or does not say. */
export function checkApiVersion(
  manifest: ExtensionManifest,
  apiVersion: string = EXTENSION_API_VERSION,
): readonly Diagnostic[] {
  const range = manifest.apiVersion;
  if (range === undefined) return [];
  const where = { subject: manifest.id, path: 'apiVersion' };
  if (versionLibrary().validRange(range) === null) {
    const message = `apiVersion ${JSON.stringify(range)} is not a range of versions`;
    return [loaderDiagnostic('manifest_invalid', { message, ...where })];
  }
  if (versionLibrary().satisfies(apiVersion, range)) return [];
  const message = `${manifest.id} wants the extension API ${range}; this is ${apiVersion}`;
  return [loaderDiagnostic('api_version_unsupported', { message, ...where })];
}
