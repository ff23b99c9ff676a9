import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from './figures-and-bounds.ts';
import { judge, type Verdict } from './judge.ts';
import { startPageServer } from './page-server.ts';
import type { ProbeOptions } from './probe.ts';
import { type SoakCounts, SoakTally } from './soak-counts.ts';
import { createSoakFolder, removeSoakFolder, type SoakFolder } from './soak-folder.ts';
import type { SoakOptions } from './soak-options.ts';
import { startEmbedded } from './start-embedded.ts';
import { startServed } from './start-served.ts';
import { warmUpOf } from './warm-up.ts';

/** A host under load in a process of its own. */
export interface StartedSoak {
  /** Settles if the host or its load ends before it was told to; says how. */
  readonly failed: Promise<string>;
  /** Ends load and host, and answers what the load counted. */
  stop(): Promise<SoakCounts>;
}

export interface SoakParts {
  readonly folder: SoakFolder;
  readonly options: SoakOptions;
  readonly probe: Pick<ProbeOptions, 'file' | 'everyMs' | 'fillAtMs'>;
}

export interface SoakReport {
  readonly samples: readonly Sample[];
  readonly warmUpMs: number;
  readonly counts: SoakCounts;
  readonly verdict: Verdict;
}

const NO_COUNTS = new SoakTally().read();
const SAMPLES = 360;
const SHORTEST_PAUSE_MS = 1_000;

/** Soaks until the time is over or `signal` says so; `onSample` hears of each sample. */
export async function runSoak(
  options: SoakOptions,
  signal: AbortSignal,
  onSample: (sample: Sample, first: Sample) => void,
): Promise<SoakReport> {
  const pages = await startPageServer();
  const folder = createSoakFolder(pages.url);
  const ms = options.minutes * 60_000;
  const probe = {
    file: join(folder.root, 'samples.jsonl'),
    everyMs: Math.max(SHORTEST_PAUSE_MS, ms / SAMPLES),
    fillAtMs: warmUpOf(ms) / 2,
  };
  try {
    const started = await START[options.form]({
      folder,
      options,
      probe,
    });
    const startedAt = Date.now();
    const failure = await watch(started, {
      untilMs: performance.now() + ms,
      signal,
      probe,
      onSample,
    });
    // Read before it is stopped: a host that leaves closes what it has.
    const samples = readSamples(probe.file).filter(({ atMs }) => atMs >= startedAt);
    const counts = failure === undefined ? await started.stop() : NO_COUNTS;
    return report({ samples, counts, failure });
  } finally {
    await pages.close();
    removeSoakFolder(folder);
  }
}

const START = {
  // Its packages are loaded only where they are soaked.
  clients: async (parts: SoakParts) => (await import('./start-clients.ts')).startClients(parts),
  served: startServed,
  embedded: startEmbedded,
} as const;

interface Watching {
  readonly untilMs: number;
  readonly signal: AbortSignal;
  readonly probe: SoakParts['probe'];
  readonly onSample: (sample: Sample, first: Sample) => void;
}

/** Answers how the host failed, if it did. */
async function watch(started: StartedSoak, watching: Watching): Promise<string | undefined> {
  const { untilMs, signal, probe, onSample } = watching;
  let seen = 0;
  while (performance.now() < untilMs && !signal.aborted) {
    const pause = sleep(Math.min(probe.everyMs, untilMs - performance.now()), undefined, {
      signal,
    });
    const failure = await Promise.race([started.failed, pause.catch(() => undefined)]);
    if (typeof failure === 'string') return failure;
    const samples = readSamples(probe.file);
    const [first] = samples;
    if (first !== undefined) for (const sample of samples.slice(seen)) onSample(sample, first);
    seen = samples.length;
  }
  return undefined;
}

interface Findings {
  readonly samples: readonly Sample[];
  readonly counts: SoakCounts;
  readonly failure: string | undefined;
}

/** The warm-up is a share of the time it took: it may have been interrupted. */
function report({ samples, counts, failure }: Findings): SoakReport {
  const startedAt = samples[0]?.atMs ?? 0;
  const ms = (samples.at(-1)?.atMs ?? 0) - startedAt;
  const warmUpMs = warmUpOf(ms);
  const warm = samples.filter(({ atMs }) => atMs - startedAt >= warmUpMs);
  const verdict = judge(warm, counts);
  const failures = failure === undefined ? verdict.failures : [failure, ...verdict.failures];
  return { samples, warmUpMs, counts, verdict: { ...verdict, failures } };
}

/** A last line that is being written is read the next time. */
function readSamples(file: string): readonly Sample[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Sample);
}
