import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'reads a stream of its own that never ends',
  source: attackSource(`
    const endless = new ReadableStream({ pull(controller) { controller.enqueue(new Uint8Array(16)); } });
    for await (const piece of endless) void piece;`),
  limits: { cpuMs: 60 },
  expect: { code: 'cpu_limit' },
};
