import { expect, it } from 'vitest';
import { loadExtension } from '../load-extension.ts';
import { openRealSandbox } from '../testing/real-sandbox.ts';

/** As copies of Node's `util.inspect` do, of which discord.js brings one. */
const SOURCE = `
const found = {};
['Atomics', 'JSON'].forEach((name) => { found[name] = Reflect.ownKeys(globalThis[name]).length > 0; });
['WeakRef', 'FinalizationRegistry'].forEach((name) => { const given = globalThis[name]; found[name] = typeof class extends given {}; });
const word = 'Atomics';
export default (api) => api.registerTool({
  name: 'answer', description: 'a', parameters: { type: 'object' },
  execute: async () => ({ content: [{ type: 'text', text: JSON.stringify([found, word, Atomics.add([1], 0, 2)]) }] }),
});`;

it('code that looks all globals of the language up by name finds what stands for those that are missing (S-1)', async () => {
  const loaded = await loadExtension({ kind: 'inline', id: 'tested', source: SOURCE });
  if (loaded.status === 'failed') throw new Error(loaded.diagnostics[0]?.message);
  await using real = openRealSandbox();
  expect(await real.load(loaded.bundle)).toMatchObject({ status: 'loaded' });
  const found = {
    Atomics: true,
    JSON: true,
    WeakRef: 'function',
    FinalizationRegistry: 'function',
  };
  expect(JSON.parse(await real.call('answer'))).toEqual([found, 'Atomics', 1]);
});
