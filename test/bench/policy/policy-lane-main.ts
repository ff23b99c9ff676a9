/** A process that holds one lane of `pnpm bench policy`. */
import { serveRounds } from '../call/serve-rounds.ts';
import { isPolicyLane, POLICY_LANES } from './policy-lanes.ts';

const [name = ''] = process.argv.slice(2);
if (!isPolicyLane(name)) throw new Error(`no lane ${name}`);
serveRounds(await POLICY_LANES[name].open());
