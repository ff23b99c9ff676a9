import { expect, it } from 'vitest';
import { loadExtension } from '../load-extension.ts';
import { openRealSandbox } from '../testing/real-sandbox.ts';
import { makePackage } from '../testing/tarball.ts';

/** As plugins do it that want to run under several versions of OpenClaw. */
const ENTRY = `const load = async (part) => await import(part).catch(() => undefined);
const found = (async () => {
  for (const part of ['openclaw/plugin-sdk/core', 'openclaw/plugin-sdk/other']) {
    const sdk = await load(part);
    if (sdk?.isRecord !== undefined && sdk.deleteAccountFromConfigSection !== undefined) return sdk;
  }
  throw new Error('there is no SDK');
})();
const third = 'openclaw/plugin-sdk/' + 'third';
export default (api) => api.registerTool({
  name: 'probe', description: 'p', parameters: { type: 'object' },
  execute: async () => ({ content: [{ type: 'text', text: String([(await found).isRecord({}), await load(third)]) }] }),
});`;

it('a plugin of OpenClaw finds parts of its SDK by names that are computed from those in the code (F-1)', async () => {
  const bytes = await makePackage({
    'openclaw.plugin.json': '{"id":"shaped","configSchema":{"type":"object"}}',
    'package.json': '{"name":"shaped","version":"2.0.0","openclaw":{"extensions":["./index.ts"]}}',
    'index.ts': ENTRY,
  });
  const loaded = await loadExtension({ kind: 'archive', bytes, name: 'shaped.tgz' });
  if (loaded.status === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
  await using real = openRealSandbox();
  const result = await real.load(loaded.bundle);
  if (result.status === 'failed') throw new Error(result.message);
  expect(await real.call('probe')).toBe('true,');
});
