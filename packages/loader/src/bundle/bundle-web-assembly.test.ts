import { describe, expect, it } from 'vitest';
import { loadExtension } from '../load-extension.ts';
import { openRealSandbox } from '../testing/real-sandbox.ts';

const answering = (expression: string) => `
export default (api) => api.registerTool({
  name: 'answer', description: 'a', parameters: { type: 'object' },
  execute: async () => ({ content: [{ type: 'text', text: String(await (async () => ${expression})()) }] }),
});`;

async function load(expression: string) {
  const loaded = await loadExtension({
    kind: 'inline',
    id: 'tested',
    source: answering(expression),
  });
  if (loaded.status === 'failed') throw new Error(loaded.diagnostics[0]?.message);
  return loaded;
}

describe('WebAssembly, which no sandbox has (S-1)', () => {
  it('is named before it is tried, with what to do', async () => {
    const { diagnostics, bundle } = await load('WebAssembly.instantiate(new Uint8Array(8))');
    expect(bundle.needs).toMatchObject([{ capability: 'none', member: 'WebAssembly' }]);
    expect(diagnostics).toMatchObject([
      {
        ...{ code: 'capability_needed', severity: 'warning' },
        message: 'not available in a sandbox: WebAssembly',
        hint: expect.stringContaining('docs/authors.md'),
      },
    ]);
  });

  it.each([
    ['WebAssembly.instantiate(new Uint8Array(8))', 'WebAssembly.instantiate'],
    ['new WebAssembly.Module(new Uint8Array(8))', 'WebAssembly.Module'],
    ['new WebAssembly.Memory({ initial: 1 })', 'WebAssembly.Memory'],
  ])('is named where it is used: %s', async (expression, name) => {
    await using real = openRealSandbox();
    await real.load((await load(expression)).bundle);
    expect(await real.call('answer')).toBe(`execution_failed: not available in a sandbox: ${name}`);
  });

  it('is not there for code that asks first, and of which nothing is said', async () => {
    const expression =
      "[typeof WebAssembly, typeof globalThis.WebAssembly, typeof WebAssembly === 'object' && typeof WebAssembly.validate]";
    const own = 'const WebAssembly = { compile: () => 7 }; return WebAssembly.compile();';
    for (const [text, then] of [
      [expression, 'undefined,undefined,false'],
      [`{ ${own} }`, '7'],
    ] as const) {
      const loaded = await load(text);
      await using real = openRealSandbox();
      await real.load(loaded.bundle);
      expect(await real.call('answer')).toBe(then);
    }
    expect((await load(`{ ${own} }`)).diagnostics).toEqual([]);
  });
});
