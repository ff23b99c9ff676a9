import { join } from 'node:path';
import { createHost, type Host } from '@mortise/host';
import type { SoakFolder } from './soak-folder.ts';
import type { SoakCall, SoakSession, SoakTarget } from './soak-target.ts';

/** A host in this process, with everything in files as `mortise serve` keeps it. */
export async function openEmbeddedTarget(folder: SoakFolder): Promise<SoakTarget> {
  const host = await createHost({
    config: folder.configFile,
    stateDir: folder.state,
    audit: join(folder.state, 'audit.jsonl'),
    workingDir: folder.config,
  });
  return {
    openSession: async (key) => new EmbeddedSession(host, key),
    reload: async (id) => (await host.extensions.refresh(id))?.status ?? 'unchanged',
    runners: async () =>
      host
        .sandboxStatus()
        .runners.filter(({ state }) => state !== 'retiring')
        .map(({ pid }) => pid),
    close: () => host.close(),
  };
}

class EmbeddedSession implements SoakSession {
  readonly #session: ReturnType<ReturnType<Host['agent']>['session']>;

  constructor(host: Host, key: string) {
    this.#session = host.agent('main').session(key);
  }

  async call({ signal, ...call }: SoakCall): Promise<string> {
    const [result] = await this.#session.execute([call], { signal });
    return result?.ok === true ? 'ok' : String(result?.code);
  }

  /** A session that is not used any more has nothing to close. */
  async close(): Promise<void> {}
}
