import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { FRAME_END } from '../wire/frame-codec.ts';
import { KEPT_HEAD, KEPT_HEAD_BYTES } from '../wire/kept-answers.ts';
import { HEARTBEAT } from '../wire/shared-words.ts';
import { RunnerHeartbeat } from './runner-heartbeat.ts';

const FLIPPING_MS = 1_000;
const ISOLATE = 7;
const folder = mkdtempSync(join(tmpdir(), 'mortise-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the watch thread of a runner', () => {
  it('speaks of no isolate once its entry has ended: what it said would count as forged (S-4)', async () => {
    const heartbeat = new RunnerHeartbeat(() => undefined);
    const heard = join(folder, 'heard');
    heartbeat.enter({ isolate: ISOLATE, seq: 1, until: 1, patienceMs: 1_000 }, 0);
    // Its guest has answered something.
    Buffer.from(heartbeat.answerMemory, KEPT_HEAD_BYTES).write(FRAME_END);
    new Int32Array(heartbeat.answerMemory)[KEPT_HEAD.bytes] = FRAME_END.length;
    const heartbeatFd = openSync(heard, 'w');
    const workerData = {
      ...{ buffer: heartbeat.buffer, marks: heartbeat.marks, answers: heartbeat.answerMemory },
      ...{ hostPid: process.ppid, heartbeatFd },
    };
    const worker = new Worker(new URL('./watch-thread.ts', import.meta.url), { workerData });
    const frames = () => readFileSync(heard, 'utf8').split(FRAME_END);
    await expect.poll(() => frames().length, { timeout: 10_000 }).toBeGreaterThan(1);
    // It ends and is there again, while it is looked at.
    const words = new Float64Array(heartbeat.buffer);
    for (const end = performance.now() + FLIPPING_MS; performance.now() < end; )
      for (let turn = 0; turn < 1_000; turn += 1)
        words[HEARTBEAT.isolate] = turn % 4 === 0 ? 0 : ISOLATE;
    await worker.terminate();
    closeSync(heartbeatFd);
    expect(frames().filter((frame) => /^(busy\t\d+|answers)\t0(\t|$)/.test(frame))).toEqual([]);
  });
});
