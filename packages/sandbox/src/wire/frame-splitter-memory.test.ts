import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { FRAME_END } from './frame-codec.ts';
import { FrameSplitter } from './frame-splitter.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

describe('a short frame', () => {
  it('that is kept does not keep the chunk it came in', () => {
    const kept: string[] = [];
    const splitter = new FrameSplitter(1_000_000, (frame) => {
      if (frame.startsWith('keep')) kept.push(frame);
    });
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 500; index += 1) {
      const noise = Buffer.alloc(60_000, 120).toString();
      splitter.push(`${noise}${FRAME_END}keep this short text ${index}${FRAME_END}`);
    }
    collect();
    expect(kept).toHaveLength(500);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  });
});
