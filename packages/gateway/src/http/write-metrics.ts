import type { Host, RateUsage } from '@mortise/host';

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];
type Tally = ReturnType<Host['tally']>;
type Sandbox = ReturnType<Host['sandboxStatus']>;

/** So many things that do not work are named one by one; all are counted. */
const MOST_NAMED = 500;

interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: (host: Host, tally: Tally, sandbox: Sandbox) => readonly Sample[];
}

/** What the host counts, in the text exposition format of Prometheus. */
export function writeMetrics(host: Host): string {
  const tally = host.tally();
  const sandbox = host.sandboxStatus();
  return METRICS.map(({ name, type, help, samples }) => {
    const lines = samples(host, tally, sandbox).map((sample) => writeSample(name, sample));
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
  }).join('');
}

const METRICS: readonly Metric[] = [
  {
    name: 'mortise_calls_total',
    type: 'counter',
    help: 'Calls that ended.',
    samples: (_host, { calls }) => [[{}, calls]],
  },
  {
    name: 'mortise_calls_running',
    type: 'gauge',
    help: 'Batches of calls that run.',
    samples: (host) => [[{}, host.callsRunning]],
  },
  {
    name: 'mortise_call_outcomes_total',
    type: 'counter',
    help: 'Calls by how they ended.',
    samples: (_host, { outcomes }) => byLabel(outcomes, 'outcome'),
  },
  {
    name: 'mortise_reducer_faults_total',
    type: 'counter',
    help: 'Reducers that failed, by tool.',
    samples: (_host, { reducerFaults }) => byLabel(reducerFaults, 'tool'),
  },
  {
    name: 'mortise_tools',
    type: 'gauge',
    help: 'Registered tools.',
    samples: (host) => [[{}, host.tools().length]],
  },
  {
    name: 'mortise_agents',
    type: 'gauge',
    help: 'Configured agents.',
    samples: (host) => [[{}, host.agentIds.length]],
  },
  {
    name: 'mortise_stops',
    type: 'gauge',
    help: 'Stops of operators that are in force, by what they stop.',
    samples: (host) => byLabel(countOf(host.stops.list().map(({ scope }) => scope)), 'scope'),
  },
  {
    name: 'mortise_rate_used',
    type: 'gauge',
    help: 'How much of a rate or budget is used, as far as this host knows: calls, US dollars, tokens or places.',
    samples: (host) =>
      host.rates
        .known()
        .slice(0, MOST_NAMED)
        .map((each) => rateSample(each, each.used)),
  },
  {
    name: 'mortise_rate_limit',
    type: 'gauge',
    help: 'The most that a rate or budget allows.',
    samples: (host) =>
      host.rates
        .known()
        .slice(0, MOST_NAMED)
        .map((each) => rateSample(each, each.limit)),
  },
  {
    name: 'mortise_rate_refused_total',
    type: 'counter',
    help: 'Calls that a rate or budget refused.',
    samples: (host) => byLabel(host.rates.refusals(), 'rate'),
  },
  {
    name: 'mortise_diagnostics',
    type: 'gauge',
    help: 'What an operator should know, by code and severity.',
    samples: (host) => countDiagnostics(host),
  },
  {
    name: 'mortise_trouble',
    type: 'gauge',
    help: '1 for each thing that does not work.',
    samples: (host) => nameTroubles(host),
  },
  {
    name: 'mortise_sandbox_calls_in_flight',
    type: 'gauge',
    help: 'Calls inside the sandbox.',
    samples: (_host, _tally, { callsInFlight }) => [[{}, callsInFlight]],
  },
  {
    name: 'mortise_sandbox_runners',
    type: 'gauge',
    help: 'Runner processes by state.',
    samples: (_host, _tally, { runners }) =>
      byLabel(countOf(runners.map(({ state }) => state)), 'state'),
  },
  {
    name: 'mortise_fleet_nodes',
    type: 'gauge',
    help: 'Runner nodes on other machines by state.',
    samples: (_host, _tally, { fleet }) =>
      byLabel(countOf((fleet?.nodes ?? []).map(({ state }) => state)), 'state'),
  },
  {
    name: 'mortise_sandbox_rss_bytes',
    type: 'gauge',
    help: 'Memory of runner processes.',
    samples: (_host, _tally, { runners }) =>
      runners.map(({ pid, rssBytes }) => [{ pid: String(pid) }, rssBytes]),
  },
  {
    name: 'mortise_extension_crashes_total',
    type: 'counter',
    help: 'Crashes of an extension since it was loaded.',
    samples: (_host, _tally, { extensions }) =>
      extensions.map(({ id, crashes }) => [{ extension: id }, crashes]),
  },
  {
    name: 'mortise_extension_calls_total',
    type: 'counter',
    help: 'Finished calls of an extension.',
    samples: (_host, _tally, { extensions }) =>
      extensions.map(({ id, callsFinished }) => [{ extension: id }, callsFinished]),
  },
  {
    name: 'mortise_extension_ready',
    type: 'gauge',
    help: '1 while an extension serves.',
    samples: (_host, _tally, { extensions }) =>
      extensions.map(({ id, state }) => [{ extension: id }, state === 'ready' ? 1 : 0]),
  },
  {
    name: 'mortise_mcp_server_status',
    type: 'gauge',
    help: '1 for the state that an MCP server of the configuration is in.',
    samples: (host) =>
      host.servers.states().map(({ name, status }) => [{ server: name, status }, 1]),
  },
  {
    name: 'mortise_mcp_server_tools',
    type: 'gauge',
    help: 'Registered tools of an MCP server.',
    samples: (host) =>
      host.servers.states().map(({ name, tools }) => [{ server: name }, tools.length]),
  },
  {
    name: 'mortise_mcp_server_restarts_total',
    type: 'counter',
    help: 'Times that an MCP server was started or reached anew.',
    samples: (host) =>
      host.servers.states().map(({ name, restarts }) => [{ server: name }, restarts]),
  },
];

function rateSample({ path, kind, of }: RateUsage, value: number): Sample {
  return [{ rate: path, kind, ...of }, value];
}

function countDiagnostics(host: Host): readonly Sample[] {
  const kinds = Map.groupBy(host.diagnostics(), ({ code, severity }) => `${severity} ${code}`);
  return [...kinds.values()].flatMap((same) =>
    same.slice(0, 1).map(({ code, severity }): Sample => [{ code, severity }, same.length]),
  );
}

function nameTroubles(host: Host): readonly Sample[] {
  const errors = host.diagnostics().filter(({ severity }) => severity === 'error');
  const named = new Map(
    errors.map(({ code, subject }) => [JSON.stringify([code, subject]), { code, subject }]),
  );
  return [...named.values()].slice(0, MOST_NAMED).map((labels): Sample => [labels, 1]);
}

function writeSample(name: string, [labels, value]: Sample): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${written.length === 0 ? '' : `{${written.join(',')}}`} ${value}\n`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function byLabel(counts: ReadonlyMap<string, number>, label: string): readonly Sample[] {
  return [...counts].map(([value, count]) => [{ [label]: value }, count]);
}

function countOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
