/**
 * `pnpm bench <name> [--json] [--quick] [--against <folder>]`: runs one benchmark; with --json its last
 * line is one JSON object; with --quick it only shows that it works; `call` with --against compares this
 * checkout with another one, which must be installed.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchOptions, BenchResult } from './bench-result.ts';

const BENCHES: ReadonlyMap<
  string,
  () => Promise<{ run(options: BenchOptions): Promise<BenchResult> }>
> = new Map([
  ['call', () => import('./call.ts')],
  ['cli', () => import('./cli.ts')],
  ['http', () => import('./http.ts')],
  ['isolate', () => import('./isolate.ts')],
  ['jail', () => import('./jail.ts')],
  ['policy', () => import('./policy.ts')],
  ['state', () => import('./state.ts')],
  ['remote', () => import('./remote.ts')],
  ['surface', () => import('./surface.ts')],
]);

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    quick: { type: 'boolean' },
    against: { type: 'string' },
  },
});
const [name = ''] = positionals;
const load = BENCHES.get(name);
if (load === undefined || (flags.against !== undefined && name !== 'call')) {
  const names = [...BENCHES.keys()].join(' | ');
  console.error(`Usage: pnpm bench <${names}> [--json] [--quick], call: [--against <folder>]`);
  process.exitCode = 2;
} else {
  const against = flags.against === undefined ? {} : { against: resolve(flags.against) };
  const result = await (await load()).run({ isQuick: flags.quick === true, ...against });
  for (const row of result.rows) console.log(row);
  const { ratios, goals } = result;
  if (goals !== undefined) {
    const missed = Object.entries(goals).filter(([goal, most]) => !((ratios[goal] ?? 0) <= most));
    for (const [goal, most] of missed)
      console.log(`missed: ${goal} is ${ratios[goal]}, not ${most}`);
  }
  if (flags.json === true) console.log(JSON.stringify({ bench: name, ratios, goals }));
}
