import type { Diagnostic } from '@mortise/contracts';
import type { PackagedExtension } from './extension-input.ts';
import type { ExtensionLifecycle } from './extension-lifecycle.ts';
import type { ExtensionFailure } from './extension-state.ts';

/** What a reload of the configuration changes: from what it named before to what it names now. */
export interface NamedExtensions {
  readonly before: readonly PackagedExtension[];
  readonly after: readonly PackagedExtension[];
}

/**
 * Unloads what is not named any more; loads what is new, is set up or granted otherwise, failed or
 * waits; looks at the code of the others again. Answers what of those could not be taken: their old code goes on.
 */
export async function syncExtensions(
  lifecycle: ExtensionLifecycle,
  { before, after }: NamedExtensions,
): Promise<readonly Diagnostic[]> {
  const states = new Map(lifecycle.list().map((state) => [state.origin, state]));
  const known = new Map(before.map((each) => [each.package, each]));
  const named = new Set(after.map((each) => each.package));
  for (const gone of before.filter((each) => !named.has(each.package))) {
    const state = states.get(gone.package);
    if (state !== undefined) await lifecycle.unload(state.id);
  }
  const changed: PackagedExtension[] = [];
  for (const each of after) {
    const state = states.get(each.package);
    const isSame = JSON.stringify(known.get(each.package)) === JSON.stringify(each);
    const isServing = state?.status === 'loaded' && state.waiting === undefined;
    if (!isSame || !isServing || (await lifecycle.hasOtherGrants(each))) changed.push(each);
  }
  await lifecycle.loadAll(changed);
  const others = after.filter((each) => !changed.includes(each));
  const looked = await lifecycle.refreshAll(others);
  return looked.flatMap(({ id, failure }) =>
    failure === undefined ? [] : [notTaken(id, failure)],
  );
}

function notTaken(id: string, { code, message, hint }: ExtensionFailure): Diagnostic {
  const said = `The changed code of "${id}" was not taken, the old goes on: ${message}`;
  return { code, severity: 'warning', subject: id, message: said, hint };
}
