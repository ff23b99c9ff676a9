import type { HostConfig, SessionStore } from '@mortise/contracts';
import type { ProgramJail } from '@mortise/processes';
import type { Sandbox } from '@mortise/sandbox';
import { AccessControl } from '../access/access-control.ts';
import { describeJail } from '../diagnostics/describe-jail.ts';
import { describeRunner } from '../diagnostics/describe-runner.ts';
import type { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import type { ExtensionState } from '../extensions/extension-state.ts';
import { namedExtensions } from '../extensions/named-extensions.ts';
import type { HostRates } from '../rates/host-rates.ts';
import type { ServerList } from '../servers/server-list.ts';
import type { StopSwitch } from '../stops/stop-switch.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostJails } from './host-jails.ts';
import type { HostOptions } from './host-options.ts';
import type { MissingJail } from './missing-jail.ts';
import type { HostRegistry } from './open-registry.ts';

export interface AccessSources {
  readonly registry: HostRegistry;
  readonly configuration: HostConfiguration;
  readonly extensions: ExtensionLifecycle;
  readonly store: SessionStore;
  readonly sandbox: Sandbox;
  readonly programJail: ProgramJail;
  readonly missingJail: MissingJail;
  readonly hostJails: HostJails;
  readonly stops: StopSwitch;
  readonly servers: ServerList;
  readonly rates: HostRates;
}

/** Which agent may use which tool, by the configuration, registry and extensions of now. */
export function openAccess(
  { continuations }: HostOptions,
  { logger, lifetime }: HostBasics,
  sources: AccessSources,
): AccessControl {
  const { registry, configuration, extensions, store, sandbox } = sources;
  const { programJail, stops, rates, servers, missingJail, hostJails } = sources;
  const { catalog, runnerTools } = registry;
  return new AccessControl({
    ...{ catalog, store, logger, lifetime, rates },
    config: () => configuration.current,
    lacksExtensions: (draft) => lacksExtensions(draft, extensions),
    quarantined: () => extensions.quarantined(),
    jail: (id) => describeRunner(sandbox.status(), id),
    jit: (id) => sandbox.status().extensions.find((each) => each.id === id)?.jit ?? 'on',
    unjailed: missingJail,
    tryRequiredJail: () => hostJails.tryRequired(() => extensions.list().some(hasPrograms)),
    tryJailsOf: async (tool) => {
      const origin = catalog.find(tool)?.entry.origin;
      if (origin?.kind !== 'extension' || !runsHere(sandbox, origin.id)) return;
      const own = extensions.list().filter(({ id }) => id === origin.id);
      await hostJails.tryForOne({ withPrograms: own.some(hasPrograms) });
    },
    programs: (id) =>
      extensions.list().some((each) => each.id === id && hasPrograms(each))
        ? describeJail(programJail.status, 'program')
        : undefined,
    stopOf: (origin, agentId) => stops.stopOf(origin, agentId),
    disabled: () => extensions.disabled(),
    disconnected: () => runnerTools.down(),
    serverOfTool: (tool) => servers.stateOfTool(tool),
    ...(continuations === undefined ? {} : { continuations }),
  });
}

function runsHere(sandbox: Sandbox, extensionId: string): boolean {
  const runsOn = sandbox.status().extensions.find(({ id }) => id === extensionId)?.runsOn;
  return runsOn === undefined || runsOn.place === 'local';
}

/** Whether it was granted programs to run. */
export function hasPrograms({ granted }: Pick<ExtensionState, 'granted'>): boolean {
  return granted.process !== undefined;
}

/** Of those that are named: one failed, is switched off, or has yet to be loaded. */
function lacksExtensions(config: HostConfig, extensions: ExtensionLifecycle): boolean {
  const states = extensions.list();
  const loaded = new Set(
    states.flatMap(({ status, origin }) => (status === 'loaded' ? [origin] : [])),
  );
  return (
    states.some(({ status }) => status === 'failed') ||
    config.extensions.some(({ enabled }) => !enabled) ||
    namedExtensions(config).some((each) => !loaded.has(each.package))
  );
}
