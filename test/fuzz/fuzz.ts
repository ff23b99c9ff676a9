import { readCorpus, writeCorpus } from './corpus.ts';
import { BranchCoverage } from './coverage.ts';
import { FRAME_TARGETS } from './frame-targets.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { createRandom, mutate, type Random } from './mutate.ts';
import { VALUE_TARGETS } from './value-targets.ts';

/**
 * `pnpm fuzz [seconds] [seed]`: changes the texts of the corpus, keeps those that reach a branch of the
 * readers that none did before, and ends with 1 at a text for which something does not hold.
 */
const BATCH = 40;
const targets = [...FRAME_TARGETS, ...VALUE_TARGETS];
const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const random = createRandom(seed);

console.log(`fuzz: ${targets.length} readers, ${seconds} s, seed ${seed}`);
let failures = 0;
let tried = 0;
for (const target of targets) await fuzz(target, (seconds * 1_000) / targets.length);
console.log(`${tried} texts tried, ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;

async function fuzz(target: FuzzTarget, ms: number): Promise<void> {
  const coverage = new BranchCoverage(target.files);
  await coverage.start();
  const corpus: string[] = [];
  const keepIfNew = async (text: string): Promise<void> => {
    const isFine = run(target, text);
    const branches = await coverage.findNew();
    coverage.add(branches);
    if (!isFine || branches.length > 0) corpus.push(text);
  };
  await coverage.findNew();
  for (const text of [...target.seeds, ...readCorpus(target)]) await keepIfNew(text);
  const until = performance.now() + ms;
  while (performance.now() < until && failures === 0) {
    const batch = makeBatch(corpus, random);
    for (const text of batch) if (!run(target, text)) corpus.push(text);
    // To look takes longer than to run: a batch is looked at as a whole, and each text if it is worth it.
    const isWorthIt = (await coverage.findNew()).length > 0;
    if (isWorthIt) for (const text of batch) await keepIfNew(text);
  }
  writeCorpus(target, corpus);
  for (const { file, run: reached, all } of coverage.summary())
    console.log(
      `${target.name.padEnd(16)} ${file}: ${reached} of ${all} branches, ${corpus.length} texts`,
    );
  coverage.stop();
}

function makeBatch(corpus: readonly string[], choose: Random): readonly string[] {
  return Array.from({ length: BATCH }, () =>
    mutate(corpus[choose(corpus.length)] ?? '', corpus, choose),
  );
}

function run(target: FuzzTarget, text: string): boolean {
  tried += 1;
  try {
    target.check(text);
    return true;
  } catch (error) {
    failures += 1;
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    console.error(`${target.name}: ${JSON.stringify(text)}\n${message}`);
    return false;
  }
}
