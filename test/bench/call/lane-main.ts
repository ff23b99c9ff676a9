/** A process that holds one lane and runs the rounds its parent orders. */
import { isLaneName, LANES } from './lanes.ts';
import { serveRounds } from './serve-rounds.ts';

const [name = ''] = process.argv.slice(2);
if (!isLaneName(name)) throw new Error(`no lane ${name}`);
const open = await LANES[name].load();
serveRounds(await open());
