import type { ExtensionInput } from '../extensions/extension-input.ts';
import type { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';

/** Extensions that failed for want of a jail are tried again: what was short for a moment is there. */
export async function loadUnjailed(
  extensions: Pick<ExtensionLifecycle, 'list' | 'refresh' | 'refreshAll'>,
  inputs: () => readonly ExtensionInput[],
): Promise<void> {
  const failed = extensions.list().filter(({ failure }) => failure?.code === 'jail_missing');
  const states = await Promise.all(failed.map(({ id }) => extensions.refresh(id)));
  // One that could not even be bundled is known by its place alone.
  if (states.includes(undefined)) await extensions.refreshAll(inputs());
}
