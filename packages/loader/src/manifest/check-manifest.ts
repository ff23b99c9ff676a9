import {
  changeTexts,
  type Diagnostic,
  ExtensionManifest,
  findMissingReasons,
  type JsonValue,
  jsonDepthWithin,
  nearestName,
  showHidden,
} from '@mortise/contracts';
import { KindGuard, type TSchema } from '@sinclair/typebox';
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value';
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
  for (const error of Value.Errors(ExtensionManifest, rawManifest)) {
    if (diagnostics.length >= MAX_ERRORS) break;
    // A missing key is reported twice: as missing and as of the wrong type.
    if (seen.has(error.path)) continue;
    seen.add(error.path);
    diagnostics.push(describe(error, place));
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
  if (error.type !== ValueErrorType.ObjectAdditionalProperties) {
    return loaderDiagnostic('manifest_invalid', {
      ...where,
      message: `${path}: ${explain(error)}`,
    });
  }
  const key = error.path.split('/').at(-1) ?? '';
  const near = nearestName(key, parentKeys(error.path));
  return loaderDiagnostic('manifest_unknown_key', {
    ...where,
    message: `${path}: unknown key${near === undefined ? '' : `, did you mean "${near}"?`}`,
    ...(near === undefined ? {} : { hint: `Write "${near}" instead of "${key}".` }),
  });
}

function explain(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectRequiredProperty) return 'is missing';
  if (error.type === ValueErrorType.StringPattern) {
    return `${JSON.stringify(error.value)} does not match ${error.schema['pattern']}`;
  }
  return error.message.charAt(0).toLowerCase() + error.message.slice(1);
}

/** The keys an object of the schema may have, found by walking the pointer down from the root. */
function parentKeys(pointer: string): readonly string[] {
  let schema: TSchema = ExtensionManifest;
  for (const key of pointer.split('/').slice(1, -1)) {
    const inner = propertiesOf(schema);
    const next = Object.hasOwn(inner, key) ? inner[key] : undefined;
    if (next === undefined) return [];
    schema = next;
  }
  return Object.keys(propertiesOf(schema));
}

function propertiesOf(schema: TSchema): { readonly [key: string]: TSchema } {
  return KindGuard.IsObject(schema) ? schema.properties : {};
}

/** `/capabilities/network/allowedHosts/0` as `capabilities.network.allowedHosts[0]`. */
function showPointer(pointer: string, prefix = ''): string {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, key) => {
      if (/^\d+$/.test(key)) return `${path}[${key}]`;
      return path === '' ? key : `${path}.${key}`;
    }, prefix);
}
