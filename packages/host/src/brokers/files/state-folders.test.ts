import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asking, onBench, outcomeOf, subjectWith } from '../testing/broker-bench.ts';
import { createFileBroker } from './file-broker.ts';
import { StateFolders } from './state-folders.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-states-')));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const MOST = 100_000;

/** The folder of an extension of its own, for `MOST` bytes and so many files. */
function openState(mostFiles?: number) {
  const folder = mkdtempSync(join(base, 'state-'));
  const stateFolders = new StateFolders({ folder, mostFiles }, () => 'owner');
  const broker = onBench('fs_reach', createFileBroker({ stateFolders }));
  const ask = asking(
    broker,
    subjectWith({ granted: { state: true, stateBytes: MOST }, declared: { state: true } }),
  );
  return (...asked: Parameters<typeof ask>) => outcomeOf(ask(...asked));
}

describe('the folder that an extension has to itself (S-6)', () => {
  it('takes a file that is written again and again as often as that happens', async () => {
    const ask = openState();
    const text = 'x'.repeat(40_000);
    for (let times = 0; times < 10; times += 1) {
      expect(await ask('write', ['/state/settings.json', text]), `time ${times}`).toBe('ok');
    }
    expect(await ask('write', ['/state/second', text])).toBe('ok');
    expect(await ask('write', ['/state/third', text])).toMatch(/^failed: .*more than 100000 bytes/);
    expect(await ask('remove', ['/state/second'])).toBe('ok');
    expect(await ask('write', ['/state/third', text])).toBe('ok');
  });

  it('has its bound for all that is written at the same time', async () => {
    const ask = openState();
    const write = (times: string) => (at: number) =>
      ask('write', [`/state/${times}-${at}`, 'x'.repeat(40_000)]);
    const together = (times: string) =>
      Promise.all(Array.from({ length: 30 }, (_, at) => write(times)(at)));
    const isTaken = (outcome: string) => outcome === 'ok';
    expect((await together('first')).filter(isTaken)).toHaveLength(2);
    expect((await together('second')).filter(isTaken)).toEqual([]);
    expect(await ask('remove', ['/state/first-0'])).toBe('ok');
    expect((await together('third')).filter(isTaken)).toHaveLength(1);
  });

  it('counts bytes, whatever they are written as', async () => {
    const ask = openState();
    expect(await ask('write', ['/state/euros', '€'.repeat(40_000)])).toMatch(/^failed: /);
    const encoded = Buffer.alloc(90_000).toString('base64');
    expect(encoded.length).toBeGreaterThan(MOST);
    expect(await ask('write', ['/state/zeros', encoded, { encoding: 'base64' }])).toBe('ok');
  });

  it('has a bound for folders and empty files, too, which take room of the disk', async () => {
    const ask = openState(100);
    const outcomes: string[] = [];
    for (let at = 0; at < 60; at += 1) {
      outcomes.push(await ask('write', [`/state/${at}`, '']));
      outcomes.push(await ask('mkdir', [`/state/folders/${at}`]));
    }
    expect(outcomes.filter((each) => each === 'ok').length).toBeLessThanOrEqual(100);
    expect(outcomes.at(-1)).toMatch(/^failed: .*more than 100 files and folders/);
    expect(await ask('mkdir', [`/state${'/deep'.repeat(101)}`])).toMatch(/^failed: /);
    expect(await ask('remove', ['/state/folders', { recursive: true }])).toBe('ok');
    expect(await ask('mkdir', ['/state/again'])).toBe('ok');
  });
});
