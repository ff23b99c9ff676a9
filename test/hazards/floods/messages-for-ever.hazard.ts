import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'sends itself messages for ever',
  source: attackSource(`
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => { port1.postMessage(data); };
    port2.onmessage = ({ data }) => { port2.postMessage(data); };
    port2.postMessage('x'.repeat(1_000));
    await new Promise(() => 0);`),
  limits: { cpuMs: 60 },
  expect: { code: 'cpu_limit' },
};
