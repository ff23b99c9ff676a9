/**
 * What a command takes from its start to its end, against `node -e 0` in the same run, with four
 * extensions that did not change; and what a host with many of them takes until it is ready.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchResult } from './bench-result.ts';
import { writeFour, writeMany } from './cli/folders.ts';
import { startHost } from './cli/start-host.ts';
import { timeCommand } from './cli/time-command.ts';
import { median, ratio } from './measure.ts';

const BIN = join(import.meta.dirname, '../../packages/cli/bin/mortise.js');
const RUNS = 11;
const MANY = 500;

/** Ratios to `node -e 0`; seconds and counts as they are. */
const GOALS = {
  helpVsNode: 4,
  toolsVsNode: 10,
  explainVsNode: 10,
  callVsNode: 15,
  manyReadySeconds: 3,
  bundlerRunsUnchanged: 0,
  bundlerRunsOneChanged: 1,
} as const;

interface Options {
  readonly isQuick: boolean;
}

export async function run({ isQuick }: Options): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-bench-'));
  try {
    const commands = timeCommands(join(folder, 'four'), isQuick ? 1 : RUNS);
    const many = await timeMany(join(folder, 'many'), isQuick ? 5 : MANY);
    return {
      rows: [...commands.rows, ...many.rows],
      ratios: { ...commands.ratios, ...many.ratios },
      goals: GOALS,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Part = Pick<BenchResult, 'rows' | 'ratios'>;

/** Side by side, so that what else the machine does falls on all of them. */
function timeCommands(folder: string, runs: number): Part {
  writeFour(folder);
  const lanes = {
    node: ['-e', '0'],
    help: [BIN, '--help'],
    tools: [BIN, 'tools', 'main'],
    explain: [BIN, 'explain', 'main', 'kanban_list'],
    call: [BIN, 'call', 'kanban_list', '{}'],
  };
  const times = new Map(Object.keys(lanes).map((name) => [name, [] as number[]]));
  // The first round fills the caches: of this state folder, and of what Node compiled.
  for (let round = 0; round <= runs; round += 1) {
    for (const [name, args] of Object.entries(lanes)) {
      const took = timeCommand(folder, args);
      if (round > 0) times.get(name)?.push(took);
    }
  }
  const of = (name: keyof typeof lanes) => median(times.get(name) ?? []);
  const rows = Object.keys(lanes).map((name) => {
    const took = of(name as keyof typeof lanes);
    return `  ${name.padEnd(12)}${took.toFixed(0).padStart(8)} ms   ${ratio(took, of('node'))} ×`;
  });
  return {
    rows: [`${runs} runs each, medians, four extensions that did not change`, ...rows],
    ratios: {
      helpVsNode: ratio(of('help'), of('node')),
      toolsVsNode: ratio(of('tools'), of('node')),
      explainVsNode: ratio(of('explain'), of('node')),
      callVsNode: ratio(of('call'), of('node')),
    },
  };
}

async function timeMany(folder: string, count: number): Promise<Part> {
  const change = writeMany(folder, count);
  const cold = await startHost(folder);
  const warm = await startHost(folder);
  // Its code alone changed: a safe update, which is bundled, tried out and taken.
  change();
  const changed = await startHost(folder);
  const show = (what: string, { readyMs, bundled }: typeof cold) =>
    `  ${what.padEnd(20)}${(readyMs / 1_000).toFixed(2).padStart(8)} s   ${bundled} bundler runs`;
  return {
    rows: [
      `a host with ${count} installed extensions, from the start of its process until it is ready`,
      show('never seen', cold),
      show('unchanged', warm),
      show('one changed', changed),
    ],
    ratios: {
      manyReadySeconds: Number((warm.readyMs / 1_000).toPrecision(3)),
      bundlerRunsUnchanged: warm.bundled,
      bundlerRunsOneChanged: changed.bundled,
    },
  };
}
