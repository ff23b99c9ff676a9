import {
  changeTexts,
  type Diagnostic,
  ExtensionManifest,
  expandUnion,
  explainSchemaError,
  findMissingReasons,
  JSON_WORDS,
  type JsonValue,
  jsonDepthWithin,
  listKeys,
  showHidden,
  showPointer,
} from '@mortise/contracts';
import { Value, type ValueError } from '@sinclair/typebox/value';
import { loaderDiagnostic } from '../loader-diagnostic.ts';

export type ManifestCheck =
  | { readonly status: 'ok'; readonly manifest: ExtensionManifest }
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** Where a manifest was found: the file, and the key in it if it is a part of one. */
export interface ManifestPlace {
  readonly file: string;
  readonly prefix?: string;
}

const MAX_ERRORS = 20;
/** More than any schema nests that is taken; what walks a manifest calls itself for each level. */
export const DEEPEST_MANIFEST = 128;

/** Checks a manifest against its schema; all errors at once, each with its path. */
export function checkManifest(rawManifest: unknown, place: ManifestPlace): ManifestCheck {
  if (!jsonDepthWithin(rawManifest, DEEPEST_MANIFEST)) {
    const message = `the manifest nests more than ${DEEPEST_MANIFEST} levels deep`;
    const fault = { message, subject: place.file, file: place.file };
    return { status: 'failed', diagnostics: [loaderDiagnostic('manifest_invalid', fault)] };
  }
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  for (const top of Value.Errors(ExtensionManifest, rawManifest)) {
    for (const error of expandUnion(top)) {
      // A missing key is reported twice: as missing and as of the wrong type.
      if (diagnostics.length >= MAX_ERRORS || seen.has(error.path)) continue;
      seen.add(error.path);
      diagnostics.push(describe(error, place));
    }
    if (diagnostics.length >= MAX_ERRORS) break;
  }
  if (diagnostics.length > 0) return { status: 'failed', diagnostics: onceEach(diagnostics) };
  // `Value.Errors` found nothing: that is the check.
  const manifest = showManifest(rawManifest as ExtensionManifest);
  const unexplained = missingReasons(manifest, place);
  return unexplained.length > 0
    ? { status: 'failed', diagnostics: unexplained }
    : { status: 'ok', manifest };
}

/** A key that was misspelt is not missing, too. */
function onceEach(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const meant = diagnostics.flatMap(({ message, path = '' }) => {
    const name = /did you mean "([^"]+)"\?$/.exec(message)?.[1];
    return name === undefined ? [] : [`${path.replace(/[^.]*$/, '')}${name}`];
  });
  return diagnostics.filter(
    ({ path = '', message }) => !(message.endsWith(': is missing') && meant.includes(path)),
  );
}

/** Operators read it: a host or a path with a hidden character opens nothing, and is seen. */
function showManifest(manifest: ExtensionManifest): ExtensionManifest {
  return changeTexts(manifest as unknown as JsonValue, showHidden) as unknown as ExtensionManifest;
}

function missingReasons({ capabilities = {} }: ExtensionManifest, place: ManifestPlace) {
  return findMissingReasons(capabilities).map(({ capability, what }): Diagnostic => {
    const path = showPointer(`/capabilities/${capability}/reason`, place.prefix);
    const where = { path, file: place.file, subject: path };
    const message = `${path}: is missing, and ${what} is asked for`;
    const hint = 'Say why in one sentence: the operator reads it before granting.';
    return loaderDiagnostic('manifest_invalid', { ...where, message, hint });
  });
}

function describe(error: ValueError, place: ManifestPlace): Diagnostic {
  const path = showPointer(error.path, place.prefix);
  const where = { path, file: place.file, subject: path };
  const { kind, message, near, keys = [] } = explainSchemaError(error, JSON_WORDS);
  if (kind !== 'unknown_key') {
    const said = kind === 'missing' ? message.replace(/:.*$/s, '') : message;
    return loaderDiagnostic('manifest_invalid', {
      ...where,
      message: path === '' ? said : `${path}: ${said}`,
      ...(kind === 'missing' ? { hint: `Add it: ${message.replace(/^[^:]*: /, '')}.` } : {}),
    });
  }
  const key = error.path.split('/').at(-1) ?? '';
  const hint = near === undefined ? keysHint(keys) : `Write "${near}" instead of "${key}".`;
  const found = { ...where, message: `${path}: ${message}` };
  return loaderDiagnostic('manifest_unknown_key', { ...found, ...(hint && { hint }) });
}

function keysHint(keys: readonly string[]): string | undefined {
  return keys.length === 0
    ? undefined
    : `Remove the key, or write one that may stand here: ${listKeys(keys)}.`;
}
