/**
 * `pnpm bench <name> [--json] [--quick]`: runs one benchmark; with --json its last line is one JSON
 * object; with --quick it only shows that it works.
 */
import type { BenchResult } from './bench-result.ts';

interface BenchOptions {
  readonly isQuick: boolean;
}

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
  ['surface', () => import('./surface.ts')],
]);

const [name = '', ...flags] = process.argv.slice(2);
const load = BENCHES.get(name);
if (load === undefined) {
  console.error(`Usage: pnpm bench <${[...BENCHES.keys()].join(' | ')}> [--json] [--quick]`);
  process.exitCode = 2;
} else {
  const result = await (await load()).run({ isQuick: flags.includes('--quick') });
  for (const row of result.rows) console.log(row);
  const { ratios, goals } = result;
  if (goals !== undefined) {
    const missed = Object.entries(goals).filter(([goal, most]) => !((ratios[goal] ?? 0) <= most));
    for (const [goal, most] of missed)
      console.log(`missed: ${goal} is ${ratios[goal]}, not ${most}`);
  }
  if (flags.includes('--json')) console.log(JSON.stringify({ bench: name, ratios, goals }));
}
