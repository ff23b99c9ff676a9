/**
 * What an isolate made of the snapshot costs, beside one without any and, if `MORTISE_BENCH_BEFORE` names
 * another checkout (with its packages installed) or the `prelude.snapshot` of one, beside that of its snapshot.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureRuntime } from '../../packages/sandbox/src/runtime/runtime-files.ts';
import type { BenchResult } from './bench-result.ts';
import type { IsolateFigures } from './isolate/isolate-main.ts';
import { median, ratio } from './measure.ts';

const BUILD = 'packages/sandbox/src/runtime/build-runtime.ts';
const MEBIBYTE = 1_048_576;

export async function run({ isQuick }: { readonly isQuick: boolean }): Promise<BenchResult> {
  const before = process.env['MORTISE_BENCH_BEFORE'];
  const built = mkdtempSync(join(tmpdir(), 'mortise-bench-'));
  try {
    const paths = {
      none: '',
      now: (await ensureRuntime()).snapshot,
      ...(before !== undefined && { before: snapshotOf(before, built) }),
    };
    const figures = await measure(paths, isQuick ? 3 : 200);
    return describe(figures);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

/** Built of the sources of another checkout, by that checkout; or a snapshot that it has built already. */
function snapshotOf(checkout: string, folder: string): string {
  if (checkout.endsWith('.snapshot')) return checkout;
  execFileSync(process.execPath, [join(checkout, BUILD), folder], { cwd: checkout });
  const [name = ''] = readdirSync(folder);
  return join(folder, name, 'prelude.snapshot');
}

type Figures = { readonly [lane: string]: IsolateFigures };

async function measure(paths: object, samples: number): Promise<Figures> {
  const program = fileURLToPath(new URL('./isolate/isolate-main.ts', import.meta.url));
  const child = fork(program, [String(samples), JSON.stringify(paths)], {
    execArgv: ['--no-node-snapshot'],
  });
  const [figures] = await once(child, 'message');
  return figures as Figures;
}

function describe(figures: Figures): BenchResult {
  const rows = Object.entries(figures).map(([lane, { times, heapBytes }]) => {
    const heap = (heapBytes / MEBIBYTE).toFixed(2);
    return `  ${lane.padEnd(8)}${median(times).toFixed(3)} ms   heap ${heap} MiB`;
  });
  const compare = (one: string, other: string): Readonly<Record<string, number>> => {
    const [a, b] = [figures[one], figures[other]];
    if (a === undefined || b === undefined) return {};
    const name = other === 'none' ? 'VsNone' : 'VsBefore';
    return {
      [`ms${name}`]: ratio(median(a.times), median(b.times)),
      [`heap${name}`]: ratio(a.heapBytes, b.heapBytes),
    };
  };
  return { rows, ratios: { ...compare('now', 'none'), ...compare('now', 'before') } };
}
