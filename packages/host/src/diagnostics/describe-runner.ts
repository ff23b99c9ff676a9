import type { NodeStatus, SandboxStatus } from '@mortise/sandbox';
import { describeJail } from './describe-jail.ts';

/** Where the next call of an extension runs and what holds it there, in one line for people. */
export function describeRunner(
  { jail, extensions, fleet }: Pick<SandboxStatus, 'jail' | 'extensions' | 'fleet'>,
  extensionId: string,
): string {
  const runsOn = extensions.find(({ id }) => id === extensionId)?.runsOn;
  if (fleet === undefined || runsOn === undefined) return describeJail(jail);
  if (runsOn.place === 'local') return `on this machine (${runsOn.because}), ${describeJail(jail)}`;
  const serving = fleet.nodes.filter(({ state }) => state === 'serving');
  const nodes = serving.length === 0 ? 'none takes calls' : serving.map(describeNode).join(', ');
  return `on runner nodes of the fleet ${fleet.fleet} (${runsOn.because}): ${nodes}`;
}

const JAILS = { on: 'in a jail', off: 'in no jail', unknown: 'jail not known yet' } as const;

function describeNode({ name, jail }: NodeStatus): string {
  return `${name} ${JAILS[jail]}`;
}
