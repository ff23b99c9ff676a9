import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'looks for every global of Node and of the sandbox itself',
  source: attackSource(`
    const names = ['process', 'require', 'module', 'exports', 'Buffer', 'global', '__dirname', 'setImmediate',
      'clearImmediate', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry',
      'WeakRef', 'ShadowRealm', 'gc', 'd8', 'print', 'load', 'quit', 'ivm', '__mortise', '$', '_ivm',
      'importScripts', 'XMLHttpRequest', 'Worker', 'Deno', 'Bun', 'postMessage'];
    return say(names.filter((name) => typeof globalThis[name] !== 'undefined' || name in globalThis).join());`),
  expect: { text: '' },
};
