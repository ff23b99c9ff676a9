import { gzipSync } from 'node:zlib';
import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

/** 60 kB that are 60 MB. */
const PACKED = gzipSync(Buffer.alloc(60_000_000)).toString('base64');

export const hazard: Hazard = {
  title: 'unpacks into memory what is a thousand times as large as it looks',
  source: attackSource(`
    const packed = Uint8Array.from(atob('${PACKED}'), (each) => each.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return say((await new Response(unpacked).bytes()).length);`),
  limits: { heapBytes: 32_000_000, cpuMs: 4_000 },
  // V8 refuses the memory of a buffer before the heap is full.
  expect: { code: 'execution_failed', message: /allocation failed/ },
};
