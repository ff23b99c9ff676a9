import type { Diagnostic, ExtensionManifest, ToolDescription } from '@mortise/contracts';
import type { ExtensionBundleText } from './bundle/bundle-request.ts';
import { type LoadOptions, loadExtension } from './load-extension.ts';
import { loaderDiagnostic } from './loader-diagnostic.ts';
import { manifestTools } from './registration/compare-registration.ts';
import type { RegisterOnce } from './registration/register-once.ts';

export interface BuildOptions extends LoadOptions {
  readonly registerOnce: RegisterOnce;
}

export type BuiltExtension =
  | {
      readonly status: 'ok';
      /** With `tools`, and an entry that is the bundle. */
      readonly manifest: ExtensionManifest;
      readonly bundle: ExtensionBundleText;
      readonly tools: readonly ToolDescription[];
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** What a built package starts with. */
export const BUILT_ENTRY = 'index.js';

/** Bundles a folder, runs its registration once and writes down what it registered. */
export async function buildExtension(
  folder: string,
  options: BuildOptions,
): Promise<BuiltExtension> {
  const loaded = await loadExtension({ kind: 'folder', path: folder }, options);
  if (loaded.status === 'failed') return loaded;
  const { manifest, bundle } = loaded;
  const { source, map } = bundle;
  const result = await options.registerOnce({ id: manifest.id, source, map });
  if (result.status === 'failed') {
    const { code, message, hint, trace = [] } = result;
    const place = placeOf(trace) ?? { file: entryOf(map) };
    // The place stands before the message.
    const said = message.replace(/ \([^()]+:\d+:\d+\)$/, '');
    const found = loaderDiagnostic(code, { message: said, hint, subject: manifest.id, ...place });
    return { status: 'failed', diagnostics: [...loaded.diagnostics, found] };
  }
  const { tools } = result.extension;
  const file = entryOf(map);
  const refused = result.extension.diagnostics.map((each) => ({
    ...each,
    message: each.message.includes(each.subject)
      ? each.message
      : `${each.subject}: ${each.message}`,
    file,
  }));
  const diagnostics = [...loaded.diagnostics, ...refused, ...checkOptional(manifest, tools)];
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    return { status: 'failed', diagnostics };
  }
  const built = { ...manifest, entry: BUILT_ENTRY, tools: [...manifestTools(tools)] };
  return { status: 'ok', manifest: built, bundle, tools, diagnostics };
}

/** The file that an extension starts with: of its own the last in the order in which a bundle has them. */
function entryOf(map: string): string {
  const { sources = [] } = JSON.parse(map || '{}') as { readonly sources?: readonly string[] };
  return sources.findLast((each) => !/^(?:mortise|node_modules)\b/.test(each)) ?? 'the entry';
}

type Place = Pick<Diagnostic, 'file' | 'line' | 'column'>;

/** The first of a trace: where it was thrown. */
function placeOf([first = '']: readonly string[]): Place | undefined {
  const found = /([^\s()]+):(\d+):(\d+)\)?$/.exec(first);
  if (found === null) return undefined;
  return { file: found[1] ?? '', line: Number(found[2]), column: Number(found[3]) };
}

/** A tool that the manifest calls optional must have been registered so. */
function checkOptional(
  manifest: ExtensionManifest,
  tools: readonly ToolDescription[],
): readonly Diagnostic[] {
  const optional = new Set(tools.flatMap((tool) => (tool.isOptional ? [tool.name] : [])));
  return (manifest.optionalTools ?? [])
    .filter((name) => !optional.has(name))
    .map((name) =>
      loaderDiagnostic('definition_changed', {
        message: `optionalTools names ${name}, which is not registered with { optional: true }`,
        subject: name,
        path: 'optionalTools',
        hint: 'Register it with { optional: true }, or take it out of optionalTools.',
      }),
    );
}
