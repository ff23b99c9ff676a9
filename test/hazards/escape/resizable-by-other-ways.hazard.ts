import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'looks for a native ArrayBuffer constructor that makes growing buffers',
  source: attackSource(`
    const makers = [ArrayBuffer, new Uint8Array(1).buffer.constructor, new ArrayBuffer(1).slice(0).constructor,
      new DataView(new ArrayBuffer(1)).buffer.constructor, new TextEncoder().encode('x').buffer.constructor,
      crypto.getRandomValues(new Uint8Array(1)).buffer.constructor, ArrayBuffer[Symbol.species],
      Object.getPrototypeOf(ArrayBuffer), class extends ArrayBuffer {}];
    const found = [];
    for (const Maker of makers)
      try { const buffer = new Maker(1, { maxByteLength: 1 << 30 }); if (buffer.resizable || buffer.maxByteLength > 1) found.push(String(Maker.name)); } catch {}
    return say(found.join());`),
  expect: { text: '' },
  limits: { cpuMs: 2_000 },
};
