import { grantRequested } from '@mortise/contracts';
import { createHost, formatDiagnostics, prepareExtension } from '@mortise/host';
import type { OpenedHost } from './open-host.ts';
import { CliFault } from './output/cli-fault.ts';

/** The one agent of a host that serves an extension under development. */
export const DEV_AGENT = 'dev';

/** Optional tools, too: the author of an extension wants to try them. */
export const DEV_CONFIG = {
  agents: { [DEV_AGENT]: { tools: { alsoAllow: ['group:plugins'] } } },
} as const;

/** A host with one extension folder and all it asks for, for its author to try. */
export async function openExtension(folder: string): Promise<OpenedHost> {
  const prepared = await prepareExtension(folder, { baseDir: folder });
  if (prepared.status === 'failed') throw unusable(formatDiagnostics(prepared.diagnostics));
  const { manifest } = prepared.extension;
  const host = await createHost({
    config: DEV_CONFIG,
    workingDir: folder,
    // Its author tries it in its own folder.
    extensionFolders: 'open',
  });
  const grants = grantRequested(manifest.capabilities, folder);
  const state = await host.extensions.load({ package: folder, grants });
  if (state.status === 'loaded') {
    return { host, configPath: folder, [Symbol.asyncDispose]: () => host.close() };
  }
  await host.close();
  throw unusable(state.failure?.message ?? 'It could not be loaded.');
}

function unusable(message: string): CliFault {
  return new CliFault('extension', {
    code: 'extension_unusable',
    message,
    hint: 'Mend it; `mortise check <folder>` tells everything that is wrong.',
  });
}
