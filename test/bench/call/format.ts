import { formatTiming, median } from '../measure.ts';
import type { ColdFigures } from './cold-main.ts';
import { GOALS, isReached } from './goals.ts';
import type { IdleFigures } from './idle-main.ts';
import type { Round } from './lane.ts';
import { LANE_NAMES, LANES } from './lanes.ts';
import { type AllRounds, IN_FLIGHT } from './run-lanes.ts';

export function formatLanes(rounds: AllRounds): readonly string[] {
  return IN_FLIGHT.flatMap((inFlight) => [
    `${inFlight} in flight, 1 KB in and out, median of ${rounds('mortise')[inFlight].length} rounds; CPU of every process`,
    header(),
    ...LANE_NAMES.map((name) => {
      const mark = name.startsWith('mortise') ? '▸ ' : '  ';
      return `${mark}${LANES[name].title.padEnd(38)}${formatRounds(rounds(name)[inFlight])}`;
    }),
    '',
  ]);
}

export function header(): string {
  const columns = ['p50 µs', 'p99 µs', 'CPU µs', 'calls/s'].map((title) => title.padStart(11));
  return `${' '.repeat(40)}${columns.join('')}`;
}

export function formatRounds(rounds: readonly Round[]): string {
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  const shown = [
    of('p50').toFixed(1),
    of('p99').toFixed(1),
    of('cpuPerCall').toFixed(1),
    of('perSecond').toFixed(0),
  ];
  return shown.map((text) => text.padStart(11)).join('');
}

export function formatColdAndIdle(cold: ColdFigures, idle: IdleFigures): readonly string[] {
  return [
    'Cold and idle',
    formatTiming('bare isolate and context from the snapshot', cold.bareIsolate),
    formatTiming('first call of an idle extension, warm spare', cold.firstCall),
    `  installed, idle extension: ${idle.kilobytes.toFixed(1)} KB of host memory`,
    '',
  ];
}

/** Which way each ratio is taken stands beside it. */
export function formatGoals(ratios: Readonly<Record<string, number>>): readonly string[] {
  return [
    'Goals',
    ...GOALS.map((goal) => {
      const value = ratios[goal.ratio] ?? Number.NaN;
      const sign = goal.best === 'low' ? '≤' : '≥';
      const verdict = isReached(goal, value) ? 'reached' : 'NOT REACHED';
      const bound = `${sign} ${goal.bound}`.padEnd(6);
      return `  ${goal.ratio.padEnd(22)}${String(value).padStart(8)}  ${bound} ${verdict.padEnd(12)} ${goal.meaning}`;
    }),
  ];
}
