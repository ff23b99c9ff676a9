import type { PackagedExtension } from './extension-input.ts';
import type { ExtensionLifecycle } from './extension-lifecycle.ts';

/** What a reload of the configuration changes: from what it named before to what it names now. */
export interface NamedExtensions {
  readonly before: readonly PackagedExtension[];
  readonly after: readonly PackagedExtension[];
}

/** Unloads what is not named any more; loads what is new, is set up otherwise, failed or waits. */
export async function syncExtensions(
  lifecycle: ExtensionLifecycle,
  { before, after }: NamedExtensions,
): Promise<void> {
  const states = new Map(lifecycle.list().map((state) => [state.origin, state]));
  const known = new Map(before.map((each) => [each.package, each]));
  const named = new Set(after.map((each) => each.package));
  for (const gone of before.filter((each) => !named.has(each.package))) {
    const state = states.get(gone.package);
    if (state !== undefined) await lifecycle.unload(state.id);
  }
  const changed = after.filter((each) => {
    const state = states.get(each.package);
    const isSame = JSON.stringify(known.get(each.package)) === JSON.stringify(each);
    return !isSame || state?.status !== 'loaded' || state.waiting !== undefined;
  });
  await lifecycle.loadAll(changed);
}
