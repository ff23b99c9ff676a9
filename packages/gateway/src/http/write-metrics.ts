import type { Host } from '@mortise/host';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

/** What the host counts, in the text exposition format of Prometheus. */
export function writeMetrics(host: Host): string {
  const { calls, outcomes, reducerFaults } = host.tally();
  const { runners, extensions, callsInFlight } = host.sandboxStatus();
  return [
    metric('mortise_calls_total', 'counter', 'Calls that ended.', [[{}, calls]]),
    metric(
      'mortise_call_outcomes_total',
      'counter',
      'Calls by how they ended.',
      byLabel(outcomes, 'outcome'),
    ),
    metric(
      'mortise_reducer_faults_total',
      'counter',
      'Reducers that failed, by tool.',
      byLabel(reducerFaults, 'tool'),
    ),
    metric('mortise_tools', 'gauge', 'Registered tools.', [[{}, host.tools().length]]),
    metric('mortise_agents', 'gauge', 'Configured agents.', [[{}, host.agentIds.length]]),
    metric('mortise_sandbox_calls_in_flight', 'gauge', 'Calls inside the sandbox.', [
      [{}, callsInFlight],
    ]),
    metric(
      'mortise_sandbox_runners',
      'gauge',
      'Runner processes by state.',
      byLabel(
        countBy(runners, ({ state }) => state),
        'state',
      ),
    ),
    metric(
      'mortise_sandbox_rss_bytes',
      'gauge',
      'Memory of runner processes.',
      runners.map(({ pid, rssBytes }) => [{ pid: String(pid) }, rssBytes]),
    ),
    metric(
      'mortise_extension_crashes_total',
      'counter',
      'Crashes of an extension since it was loaded.',
      extensions.map(({ id, crashes }) => [{ extension: id }, crashes]),
    ),
    metric(
      'mortise_extension_calls_total',
      'counter',
      'Finished calls of an extension.',
      extensions.map(({ id, callsFinished }) => [{ extension: id }, callsFinished]),
    ),
    metric(
      'mortise_extension_ready',
      'gauge',
      '1 while an extension serves.',
      extensions.map(({ id, state }) => [{ extension: id }, state === 'ready' ? 1 : 0]),
    ),
  ].join('');
}

function metric(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${writeLabels(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function writeLabels(labels: Labels): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return written.length === 0 ? '' : `{${written.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function byLabel(counts: ReadonlyMap<string, number>, label: string): readonly Sample[] {
  return [...counts].map(([value, count]) => [{ [label]: value }, count]);
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
