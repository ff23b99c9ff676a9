/** The program of `startEmbedded`: a host and its load, until standard input ends. */
import { once } from 'node:events';
import { openEmbeddedTarget } from './embedded-target.ts';
import { startProbe } from './probe.ts';
import type { SoakParts } from './run-soak.ts';
import { type LoadPlan, SoakLoad } from './soak-load.ts';

const order = JSON.parse(process.argv[2] ?? '') as Pick<SoakParts, 'folder' | 'probe'> & {
  readonly plan: LoadPlan;
};
const { folder, plan, probe } = order;
const { signal } = new AbortController();
startProbe({ ...probe, signals: [signal] });
const target = await openEmbeddedTarget(folder);
const load = new SoakLoad({ target, folder, plan, signal });
process.stdin.resume();
void once(process.stdin, 'end').then(() => load.stop());
const counts = await load.run();
await target.close();
console.log(JSON.stringify(counts));
