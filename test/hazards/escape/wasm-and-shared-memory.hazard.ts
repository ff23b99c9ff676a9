import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'gets WebAssembly and shared memory back through iframes of the language',
  source: attackSource(`
    const lost = [];
    for (const text of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry'])
      for (const find of [() => (0, eval)(text), () => Function('return ' + text)(), () => globalThis[text]])
        try { if (find() !== undefined) lost.push(text); } catch {}
    try { new ArrayBuffer(8, { maxByteLength: 1 << 30 }).resize(1 << 29); lost.push('resize'); } catch {}
    try { Reflect.construct(Object.getPrototypeOf(Uint8Array.prototype).constructor, []); } catch {}
    if (new Uint8Array(8).buffer.constructor !== ArrayBuffer) lost.push('ArrayBuffer');
    if (structuredClone(new ArrayBuffer(8)).resizable) lost.push('clone');
    return say(lost.join());`),
  expect: { text: '' },
};
