/** A process that holds one lane and runs the rounds its parent orders. */
import type { RoundOrder } from './lane.ts';
import { isLaneName, LANES } from './lanes.ts';
import { runRound } from './run-round.ts';

const [name = ''] = process.argv.slice(2);
if (!isLaneName(name)) throw new Error(`no lane ${name}`);
const open = await LANES[name].load();
const lane = await open();

process.on('message', async (order: RoundOrder) => process.send?.(await runRound(lane, order)));
process.on('disconnect', async () => {
  await lane[Symbol.asyncDispose]();
  process.exit(0);
});
process.send?.('ready');
