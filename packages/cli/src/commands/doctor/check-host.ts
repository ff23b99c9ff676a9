import { MortiseError } from '@mortise/contracts';
import type { HostView } from '../../host-view/host-view.ts';
import { countOf } from '../../output/count-of.ts';
import { checkFleet } from './check-fleet.ts';
import { checkServers } from './check-servers.ts';
import { type Finding, findingOf } from './finding.ts';

/** What the host says of itself: what it has, and its list of trouble. */
export async function checkHost(view: HostView): Promise<readonly Finding[]> {
  // First: a host that was just opened waits for its nodes before it says what is wrong with them.
  const fleet = await view.fleet();
  const diagnostics = await view.diagnostics();
  const agents = await view.agentIds();
  const tools = await view.toolNames();
  const all = await view.extensions();
  const off = all.filter(({ failure }) => failure?.code === 'extension_disabled');
  const extensions = all.filter((each) => !off.includes(each));
  const servers = await view.mcpServers();
  const loaded = extensions.filter(({ status }) => status === 'loaded').length;
  const has = (prefix: RegExp) => diagnostics.some(({ code }) => prefix.test(code));
  const count = `${countOf(agents.length, 'agent')}, ${countOf(tools.length, 'tool')}`;
  return [
    ...(view.running === undefined
      ? [well('host', 'none serves this state; one was opened to look')]
      : [well('host', `asked pid ${view.running.pid}, ${view.running.url}`)]),
    well('configuration', `${view.configPath}: ${count}`),
    ...(loaded < extensions.length
      ? []
      : [well('extensions', `${countOf(loaded, 'extension')} loaded${namesOf(off)}`)]),
    ...(has(/^(?:lock_|extension_unpinned)/) ? [] : [well('lock file', 'pins what is loaded')]),
    ...(has(/^update_waiting$/) ? [] : [well('updates', 'none waits')]),
    ...checkServers(servers),
    ...checkFleet(fleet),
    ...(has(/^(?:session_store_|storage_|state_file_|state_database_|audit_)/)
      ? []
      : [well('state files', 'sessions, storage and audit can be used')]),
    ...diagnostics.map(findingOf),
  ];
}

/** A host that could not be opened, or a configuration that no host takes. */
export function describeUnopened(error: unknown): Finding {
  const detail = error instanceof Error ? error.message : String(error);
  const hint = MortiseError.is(error) ? error.hint : hintOf(error);
  return { check: 'configuration', status: 'error', detail, hint };
}

function hintOf(error: unknown): string {
  const hint: unknown = error instanceof Error ? Reflect.get(error, 'hint') : undefined;
  return typeof hint === 'string' ? hint : 'Run `mortise check`.';
}

function namesOf(off: readonly { readonly id: string }[]): string {
  return off.length === 0 ? '' : `, off: ${off.map(({ id }) => id).join(', ')}`;
}

function well(check: string, detail: string): Finding {
  return { check, status: 'ok', detail };
}
