import { join } from 'node:path';
import type { CapabilityGrants, JsonValue, LimitSettings } from '@mortise/contracts';
import { createHost, type Host, type SessionResult } from '@mortise/host';

export interface ToolHostOptions {
  /** Folder of the extension beside this package, which is also its id. */
  readonly extension: string;
  readonly grants?: CapabilityGrants;
  readonly config?: JsonValue;
  /** Where bare names of programs are looked up. */
  readonly binaryDirectories?: readonly string[];
  /** File that keeps sessions and storage; in memory if absent. */
  readonly state?: string;
  readonly agents?: readonly string[];
  /** What every agent is allowed; the extension by its id if absent. */
  readonly allow?: readonly string[];
  readonly limits?: LimitSettings;
}

/** A host with one of our extensions in it, bundled and sandboxed like any other extension. */
export interface ToolHost extends AsyncDisposable {
  readonly host: Host;
  call(name: string, args: object, agent?: string): Promise<SessionResult>;
  callAll(
    calls: readonly { readonly name: string; readonly args: object }[],
  ): Promise<readonly SessionResult[]>;
}

/** Throws if the extension does not load without a diagnostic. */
export async function openToolHost(options: ToolHostOptions): Promise<ToolHost> {
  const { extension, binaryDirectories, state, agents = ['main'], allow = [extension] } = options;
  const host = await createHost({
    config: { agents: { list: agents.map((id) => ({ id, tools: { allow } })) } },
    extensions: [
      {
        package: join(import.meta.dirname, '..', '..', extension),
        grants: options.grants ?? {},
        ...(options.config === undefined ? {} : { config: options.config }),
      },
    ],
    ...(binaryDirectories === undefined ? {} : { binaryDirectories }),
    ...(state === undefined ? {} : { state }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    sandbox: { spareRunners: 0 },
  });
  const found = host.extensions.list();
  if (found.some(({ status, diagnostics }) => status !== 'loaded' || diagnostics.length > 0)) {
    await host.close();
    throw new Error(`${extension} did not load: ${JSON.stringify(found)}`);
  }
  const session = (agent: string) => host.agent(agent).session('conversation');
  return {
    host,
    async call(name, args, agent = 'main') {
      const [result] = await session(agent).execute([{ id: '1', name, args }]);
      if (result === undefined) throw new Error('a call without a result');
      return result;
    },
    callAll: (calls) =>
      session('main').execute(calls.map((call, index) => ({ id: `${index}`, ...call }))),
    [Symbol.asyncDispose]: () => host.close(),
  };
}
