/** A process that holds one group of lanes of `pnpm bench policy`, and runs the rounds that its parent orders. */
import type { RoundOrder } from '../call/lane.ts';
import { lanesOf, POLICY_GROUPS, POLICY_LANES, type PolicyLaneName } from './policy-lanes.ts';
import { type PolicyLane, runPolicyRound } from './policy-round.ts';

/** A round of one of the lanes. */
export interface PolicyOrder extends RoundOrder {
  readonly lane: PolicyLaneName;
}

const [group = ''] = process.argv.slice(2);
if (!Object.hasOwn(POLICY_GROUPS, group)) throw new Error(`no lanes ${group}`);
const names = lanesOf(group);
const open = POLICY_GROUPS[group as keyof typeof POLICY_GROUPS];
const opened = await open(names.map((name) => POLICY_LANES[name].guards));
const lanes = new Map<PolicyLaneName, PolicyLane>();
names.forEach((name, at) => {
  const lane = opened[at];
  if (lane !== undefined) lanes.set(name, lane);
});

process.on('message', async ({ lane: name, ...order }: PolicyOrder) => {
  const lane = lanes.get(name);
  if (lane === undefined) throw new Error(`no lane ${name}`);
  process.send?.(await runPolicyRound(lane, order));
});
process.on('disconnect', async () => {
  for (const lane of opened) await lane[Symbol.asyncDispose]();
  process.exit(0);
});
process.send?.('ready');
