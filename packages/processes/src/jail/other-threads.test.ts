import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { waitForOthers } from './other-threads.ts';

const BUSY_MS = 200;

describe('before a launcher forks (S-8)', () => {
  it('waits until no other thread works: what one has locked would stay locked in the child', async () => {
    const words = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(
      `const { workerData: words } = require('node:worker_threads');
       Atomics.store(words, 0, 1);
       Atomics.notify(words, 0);
       for (const end = performance.now() + ${BUSY_MS}; performance.now() < end; );
       Atomics.store(words, 1, 1);
       Atomics.wait(words, 0, 1);`,
      { eval: true, workerData: words },
    );
    Atomics.wait(words, 0, 0);
    expect(words[1]).toBe(0);
    waitForOthers();
    expect(words[1]).toBe(1);
    Atomics.store(words, 0, 2);
    Atomics.notify(words, 0);
    await worker.terminate();
  });

  it('takes no thread for another that is the own one, whatever number it has in /proc', async () => {
    const words = new Int32Array(new SharedArrayBuffer(4));
    // Not the first thread, as one of another namespace of processes does not have the number it knows.
    const worker = new Worker(
      `const { workerData: { words, url } } = require('node:worker_threads');
       import(url).then(({ waitForOthers }) => {
         waitForOthers(60_000);
         Atomics.store(words, 0, 1);
         Atomics.notify(words, 0);
       });`,
      {
        eval: true,
        workerData: { words, url: new URL('./other-threads.ts', import.meta.url).href },
      },
    );
    expect(Atomics.wait(words, 0, 0, 10_000)).not.toBe('timed-out');
    await worker.terminate();
  });

  it('waits no longer than a while for one that never rests', async () => {
    const worker = new Worker('for (;;);', { eval: true });
    await new Promise((resolve) => worker.once('online', resolve));
    const start = performance.now();
    waitForOthers(50);
    expect(performance.now() - start).toBeGreaterThanOrEqual(50);
    await worker.terminate();
  });
});
