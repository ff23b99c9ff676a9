import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'keeps blobs in forms in blobs until there is no room',
  source: attackSource(`
    let blob = new Blob(['x'.repeat(1_000_000)]);
    for (;;) { const form = new FormData(); form.append('a', blob); form.append('b', blob); blob = await new Response(form).blob(); }`),
  limits: { heapBytes: 32_000_000 },
  // V8 refuses the memory of a buffer before the heap is full.
  expect: { code: 'execution_failed', message: /allocation failed/ },
};
