/**
 * `pnpm sweep [names…]`: popular npm packages, each with one call inside the sandbox of a real host.
 * `pnpm sweep --plugins [names…]`: published OpenClaw plugins with tools, with what they ask for granted.
 * Packages are installed by npm into a cache folder (`MORTISE_SWEEP_CACHE`), where results are kept, too.
 * `--part 2/4` tries a part of them, `--update` writes the newest versions down, `--json` prints the
 * results as one line, `--write` makes docs/packages.md of the results that were kept.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AUTHOR_CASES } from './author-cases.ts';
import { CLIENTS } from './clients.ts';
import { DEPENDED_CASES } from './depended-cases.ts';
import { FURTHER_CASES } from './further-cases.ts';
import { newestVersions, type PackageVersions, sweepFolder } from './install-packages.ts';
import { KeptResults } from './kept-results.ts';
import { LIBRARIES } from './libraries.ts';
import { LoopbackServer } from './loopback-server.ts';
import { NEWCOMER_CASES } from './newcomer-cases.ts';
import { packagesPage } from './packages-page.ts';
import { PLUGINS } from './plugins.ts';
import { pluginRow, resultRow, tallyOf, tallyOfPlugins } from './print-results.ts';
import { type CasePlace, type CaseResult, installCase, runCase } from './run-case.ts';
import { type PluginResult, runPlugin } from './run-plugin.ts';
import { STRANGER_CASES } from './stranger-cases.ts';
import { VISITOR_CASES } from './visitor-cases.ts';

const VERSIONS = join(import.meta.dirname, 'versions.json');
const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'packages.md');
const INSTALLS_AT_ONCE = 3;
/** Each with a server of its own, whose requests are counted. */
const LANES = 2;
const ALL = [
  ...[...LIBRARIES, ...CLIENTS, ...AUTHOR_CASES],
  ...[...STRANGER_CASES, ...NEWCOMER_CASES, ...FURTHER_CASES, ...DEPENDED_CASES],
  ...VISITOR_CASES,
];

const argv = process.argv.slice(2);
const part = /^(\d+)\/(\d+)$/.exec(argv[argv.indexOf('--part') + 1] ?? '');
const names = argv.filter((each) => !each.startsWith('--') && each !== part?.[0]);
/** All of them in one run, of which the page is made. */
const isWhole = names.length === 0 && part === null;
const keptCases = new KeptResults<CaseResult>('packages');
const keptPlugins = new KeptResults<PluginResult>('plugins');

const tried = argv.includes('--plugins') ? PLUGINS : ALL;
const unknown = names.filter((name) => !tried.some((each) => each.name === name));
if (unknown.length > 0) {
  console.error(
    `No case is called ${unknown.join(', ')}; see test/sweep/libraries.ts, clients.ts and plugins.ts.`,
  );
  process.exitCode = 2;
} else if (argv.includes('--write')) await writePage();
else if (argv.includes('--plugins')) await sweepPlugins();
else await sweepPackages();

async function sweepPackages(): Promise<void> {
  const versions = await versionsOf(ALL.flatMap((each) => [each.name, ...(each.with ?? [])]));
  const folder = sweepFolder('packages');
  const chosen = choose(ALL);
  console.log(`installing ${chosen.length} packages into ${folder}`);
  const waiting = [...chosen];
  await Promise.all(
    Array.from({ length: INSTALLS_AT_ONCE }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await installCase(next, { folder, versions });
      }
    }),
  );
  if (isWhole) await keptCases.clear();
  const results: CaseResult[] = [];
  await eachOf(chosen, { folder, versions }, async (each, place) => {
    const result = await runCase(each, place);
    results.push(result);
    await keptCases.keep(result);
    console.log(resultRow(result));
  });
  finish(results, tallyOf(results));
}

async function sweepPlugins(): Promise<void> {
  const versions = await versionsOf(PLUGINS.map(({ name }) => name));
  if (isWhole) await keptPlugins.clear();
  const results: PluginResult[] = [];
  await eachOf(
    choose(PLUGINS),
    { folder: sweepFolder('plugins'), versions },
    async (each, place) => {
      const result = await runPlugin(each, place);
      results.push(result);
      await keptPlugins.keep(result);
      console.log(pluginRow(result));
    },
  );
  finish(results, tallyOfPlugins(results));
}

async function writePage(): Promise<void> {
  const cases = await keptCases.of(ALL.map(({ name }) => name));
  const plugins = await keptPlugins.of(PLUGINS.map(({ name }) => name));
  const isComplete = cases.length === ALL.length && plugins.length === PLUGINS.length;
  if (isComplete) await writeFile(PAGE, packagesPage(cases, plugins));
  else
    console.error(
      `Results are there for ${cases.length} of ${ALL.length} packages and ${plugins.length} of ${PLUGINS.length} plugins; run the others first.`,
    );
  process.exitCode = isComplete ? 0 : 1;
}

function choose<Case extends { readonly name: string }>(all: readonly Case[]): readonly Case[] {
  const named = all.filter(({ name }) => names.length === 0 || names.includes(name));
  if (part === null) return named;
  const [at, of] = [Number(part[1]), Number(part[2])];
  return named.filter((_, index) => index % of === at - 1);
}

async function eachOf<Case>(
  cases: readonly Case[],
  place: Omit<CasePlace, 'server'>,
  run: (each: Case, place: CasePlace) => Promise<void>,
): Promise<void> {
  const waiting = [...cases];
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      await using server = await LoopbackServer.open();
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await run(next, { ...place, server });
    }),
  );
}

/** The versions that are written down; those of packages that are new here are looked up and written. */
async function versionsOf(packages: readonly string[]): Promise<PackageVersions> {
  const known: PackageVersions = JSON.parse(await readFile(VERSIONS, 'utf8'));
  const wanted = [...new Set(packages)];
  const missing = wanted.filter((name) => argv.includes('--update') || known[name] === undefined);
  const versions = { ...known, ...(await newestVersions(missing)) };
  const sorted = Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (missing.length > 0) await writeFile(VERSIONS, `${JSON.stringify(sorted, null, 2)}\n`);
  return versions;
}

function finish(results: readonly object[], tally: { text: string; isEnough: boolean }): void {
  if (argv.includes('--json')) console.log(JSON.stringify(results));
  console.log(tally.text);
  process.exitCode = tally.isEnough ? 0 : 1;
}
