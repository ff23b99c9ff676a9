/** A runner node as a process of its own: `node node-program.ts <url> <name>`. Ends with SIGTERM, after its calls. */
import { openNode } from './open-fleet.ts';

const [url = '', name = ''] = process.argv.slice(2);
const beatMs = 100;
const node = await openNode(url, name, { times: { beatMs } });
process.once('SIGTERM', () => void node.close().then(() => process.exit(0)));
console.log('ready');
