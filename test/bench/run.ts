/** `pnpm bench <name> [--json]`: runs one benchmark; with --json its last line is one JSON object. */
import type { BenchResult } from './bench-result.ts';

const BENCHES: ReadonlyMap<string, () => Promise<{ run(): Promise<BenchResult> }>> = new Map([
  ['surface', () => import('./surface.ts')],
]);

const [name = '', ...flags] = process.argv.slice(2);
const load = BENCHES.get(name);
if (load === undefined) {
  console.error(`Usage: pnpm bench <${[...BENCHES.keys()].join(' | ')}> [--json]`);
  process.exitCode = 2;
} else {
  const result = await (await load()).run();
  for (const row of result.rows) console.log(row);
  if (flags.includes('--json')) console.log(JSON.stringify({ bench: name, ratios: result.ratios }));
}
