import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../full-run.ts';

const RUN = fileURLToPath(new URL('./run.ts', import.meta.url));

const RATIOS = [
  'cpuVsBareApply',
  'cpuVsBareApply1',
  'cpuVsBareApply32',
  'p50VsIpcEcho',
  'throughputVsIpcEcho',
  'p50VsMcpStdio',
  'throughputVsMcpStdio',
  'coldVsBareIsolate',
  'idleExtensionKB',
] as const;

describe('the benchmark of a call', () => {
  it('ends with one JSON line that has every ratio, finite and positive', () => {
    const args = [RUN, 'call', '--json', '--quick'];
    const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
    const { bench, ratios } = JSON.parse(lines.at(-1) ?? '');
    expect(bench).toBe('call');
    for (const name of RATIOS) {
      expect(Number.isFinite(ratios[name]), `${name} is ${ratios[name]}`).toBe(true);
      expect(ratios[name], name).toBeGreaterThan(0);
    }
  }, 60_000);

  it('compares two checkouts in one run, this one with itself', () => {
    const here = fileURLToPath(new URL('../..', import.meta.url));
    const args = [RUN, 'call', '--json', '--quick', '--against', here];
    const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
    const { ratios, goals } = JSON.parse(lines.at(-1) ?? '');
    expect(Object.keys(ratios)).toEqual(Object.keys(goals));
    for (const value of Object.values(ratios)) expect(value).toBeGreaterThan(0);
  }, 120_000);

  it('compares the starts of commands with a bare Node, and names the goals', () => {
    const args = [RUN, 'cli', '--json', '--quick'];
    const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
    const { ratios, goals } = JSON.parse(lines.at(-1) ?? '');
    expect(Object.keys(ratios).toSorted()).toEqual(Object.keys(goals).toSorted());
    expect(ratios).toMatchObject({ bundlerRunsUnchanged: 0, bundlerRunsOneChanged: 1 });
  }, 120_000);

  it('compares jailed runners with free ones, and a compiler with none (S-8)', () => {
    const args = [RUN, 'jail', '--json', '--quick'];
    const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
    const { ratios, goals } = JSON.parse(lines.at(-1) ?? '');
    expect(Object.keys(ratios)).toEqual(expect.arrayContaining(Object.keys(goals)));
    for (const value of Object.values(ratios)) expect(value).toBeGreaterThan(0);
  }, 120_000);

  it('compares guarded calls with bare ones, over MCP and embedded (T-3, T-5, T-7)', () => {
    const args = [RUN, 'policy', '--json', '--quick'];
    const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
    const { ratios, goals } = JSON.parse(lines.at(-1) ?? '');
    expect(Object.keys(ratios)).toEqual(expect.arrayContaining(Object.keys(goals)));
    for (const value of Object.values(ratios)) expect(value).toBeGreaterThan(0);
  }, 120_000);

  it('compares a state in Postgres with one in a file (C-1)', () => {
    const args = [RUN, 'state', '--json', '--quick'];
    const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
    const { ratios } = JSON.parse(lines.at(-1) ?? '');
    expect(Object.keys(ratios)).toHaveLength(6);
    for (const value of Object.values(ratios)) expect(value).toBeGreaterThan(0);
  }, 120_000);

  it.runIf(isFullRun())(
    'compares a call over HTTP with a bare server, both revisions, and names the goals',
    () => {
      const args = [RUN, 'http', '--json', '--quick'];
      const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
      const { ratios, goals } = JSON.parse(lines.at(-1) ?? '');
      expect(Object.keys(ratios)).toHaveLength(12);
      expect(Object.keys(ratios)).toEqual(Object.keys(goals));
      for (const value of Object.values(ratios)) expect(value).toBeGreaterThan(0);
    },
    120_000,
  );

  it('refuses a name it does not know', () => {
    expect(() => execFileSync(process.execPath, [RUN, 'nothing'], { stdio: 'pipe' })).toThrow(
      /surface/,
    );
  });
});
