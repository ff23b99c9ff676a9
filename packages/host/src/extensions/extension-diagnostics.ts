import { type Diagnostic, ERROR_CODES, type HostConfig, shellWord } from '@mortise/contracts';
import type { ExtensionState } from './extension-state.ts';
import { isSameOrigin } from './same-origin.ts';

/** What an operator should know of the extensions of a host, each with its place in the configuration. */
export function extensionDiagnostics(
  states: readonly ExtensionState[],
  { extensions }: HostConfig,
  baseDir: string,
): readonly Diagnostic[] {
  return states.flatMap((state) => {
    const named = extensions.find(({ source }) => isSameOrigin(source, state.origin, baseDir));
    return diagnosticsOf(state).map((each) => {
      if (named === undefined || hasPlace(each)) return each;
      const { path, source } = named;
      return { ...each, path, hint: UNREADABLE.has(each.code) ? hintFor(each, source) : each.hint };
    });
  });
}

/** What is not there at all; to take it out is the other way to mend it. */
const UNREADABLE: ReadonlySet<string> = new Set(['package_unreadable', 'manifest_missing']);

function hintFor({ hint }: Diagnostic, source: string): string {
  return `${hint} Or take it out: \`mortise remove ${shellWord(source)}\`.`;
}

/** A place of its own, in a manifest, a source or a configuration; the registry knows only the id. */
function hasPlace({ file, path, layer }: Diagnostic): boolean {
  return file !== undefined || (path !== undefined && path !== layer);
}

function diagnosticsOf(state: ExtensionState): readonly Diagnostic[] {
  const { diagnostics, failure, waiting } = state;
  const isSaid = diagnostics.some(
    ({ code, severity }) => severity === 'error' && code === failure?.code,
  );
  return [
    ...(failure === undefined || isSaid ? [] : [failureOf(state, failure)]),
    ...(waiting === undefined || failure?.code === 'update_waiting' ? [] : [waits(state, waiting)]),
    ...diagnostics.map((each) => ({ layer: `extension ${state.id}`, ...named(each, state) })),
  ];
}

/** The reason why an extension failed stands under the name that it has in the configuration. */
function named(diagnostic: Diagnostic, { id, failure }: ExtensionState): Diagnostic {
  const isReason = diagnostic.severity === 'error' && diagnostic.code === failure?.code;
  return isReason ? { ...diagnostic, subject: id } : diagnostic;
}

type Failure = NonNullable<ExtensionState['failure']>;

function failureOf(state: ExtensionState, { code, message, hint }: Failure): Diagnostic {
  // What an operator turned off is no trouble, and must not be forgotten either.
  const severity = code === 'extension_disabled' ? 'warning' : 'error';
  const { id } = state;
  const said = code === 'update_waiting' ? approveHint(state) : hint.replaceAll('<id>', id);
  return { code, severity, subject: id, message, hint: said, layer: `extension ${id}` };
}

/** Bound to what waits now: what comes after it is not approved with it. */
function approveHint({ id, waitingHash }: ExtensionState): string {
  const named = waitingHash === undefined ? id : `${id} --hash ${waitingHash}`;
  return ERROR_CODES.update_waiting.hint.replace('<id>', named);
}

function waits(state: ExtensionState, message: string): Diagnostic {
  const { id } = state;
  const hint = approveHint(state);
  const layer = `extension ${id}`;
  return { code: 'update_waiting', severity: 'warning', subject: id, message, hint, layer };
}
