/**
 * `pnpm sweep [names…]`: popular npm packages, each with one call inside the sandbox of a real host.
 * They are installed by npm into a cache folder (`MORTISE_SWEEP_CACHE`). `--update` writes the newest
 * versions down, `--json` prints the results as one line.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLIENTS } from './clients.ts';
import { newestVersions, type PackageVersions, sweepFolder } from './install-packages.ts';
import { LIBRARIES } from './libraries.ts';
import { LoopbackServer } from './loopback-server.ts';
import { resultRow, tallyOf } from './print-results.ts';
import { type CaseResult, installCase, runCase } from './run-case.ts';

const VERSIONS = join(import.meta.dirname, 'versions.json');
const INSTALLS_AT_ONCE = 3;
const ALL = [...LIBRARIES, ...CLIENTS];

const argv = process.argv.slice(2);
const names = argv.filter((each) => !each.startsWith('--'));
const unknown = names.filter((name) => !ALL.some((each) => each.name === name));
if (unknown.length > 0) {
  console.error(
    `No case is called ${unknown.join(', ')}; see test/sweep/libraries.ts and clients.ts.`,
  );
  process.exitCode = 2;
} else await sweep();

async function sweep(): Promise<void> {
  const wanted = [...new Set(ALL.flatMap((each) => [each.name, ...(each.with ?? [])]))].sort();
  const known: PackageVersions = JSON.parse(await readFile(VERSIONS, 'utf8'));
  const missing = wanted.filter((name) => argv.includes('--update') || known[name] === undefined);
  const versions = { ...known, ...(await newestVersions(missing)) };
  const kept = Object.fromEntries(wanted.map((name) => [name, versions[name] ?? '']));
  if (missing.length > 0) await writeFile(VERSIONS, `${JSON.stringify(kept, null, 2)}\n`);
  const folder = sweepFolder('packages');
  const tried = ALL.filter(({ name }) => names.length === 0 || names.includes(name));
  console.log(`installing ${tried.length} packages into ${folder}`);
  const waiting = [...tried];
  await Promise.all(
    Array.from({ length: INSTALLS_AT_ONCE }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await installCase(next, { folder, versions: kept });
      }
    }),
  );
  await using server = await LoopbackServer.open();
  const results: CaseResult[] = [];
  for (const each of tried) {
    const result = await runCase(each, { folder, versions: kept, server });
    results.push(result);
    console.log(resultRow(result));
  }
  const tally = tallyOf(results);
  if (argv.includes('--json')) console.log(JSON.stringify(results));
  console.log(tally.text);
  process.exitCode = tally.isEnough ? 0 : 1;
}
