import { describe, expect, it } from 'vitest';
import { CpuClock } from './cpu-clock.ts';

describe('CpuClock (S-3)', () => {
  it.each([
    { what: 'a short entry: the wall', wallMs: 4, cpuMs: 1, used: 4_000 },
    {
      what: 'a long entry that waited for a core: the CPU',
      wallMs: 500,
      cpuMs: 120,
      used: 120_000,
    },
    { what: 'a long entry that ran: the wall', wallMs: 500, cpuMs: 505, used: 500_000 },
  ])('charges $what', ({ wallMs, cpuMs, used }) => {
    let micros = 7_000_000;
    const clock = new CpuClock({ cpuMicros: () => micros, pressure: () => 0 });
    clock.begin(1_000);
    micros += cpuMs * 1_000;
    expect(clock.used(wallMs)).toBe(used);
  });

  it('reads the CPU once for many short entries', () => {
    let readings = 0;
    const cpuMicros = (): number => {
      readings += 1;
      return 0;
    };
    const clock = new CpuClock({ cpuMicros, pressure: () => 0 });
    for (let now = 0; now < 10; now += 0.1) {
      clock.begin(now);
      clock.used(0.05);
    }
    expect(readings).toBe(1);
  });

  it.each([
    { pressure: 0, patience: 1_350 },
    { pressure: 3, patience: 3_100 },
    { pressure: 100, patience: 4_100 },
  ])('waits longer on a busy machine: $pressure → $patience', ({ pressure, patience }) => {
    const clock = new CpuClock({ cpuMicros: () => 0, pressure: () => pressure });
    expect(clock.patience(1_000, 0)).toBe(patience);
  });
});
