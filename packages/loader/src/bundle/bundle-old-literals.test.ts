import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadExtension } from '../load-extension.ts';
import { declaring, makeDisk } from '../testing/operator-disk.ts';
import { openRealSandbox } from '../testing/real-sandbox.ts';

const DEPENDENCY = String.raw`
module.exports = { black: "\033[40m  \033[0m", nul: 'a\0b', kept: '\\033 \x41', mode: 0755, nine: 09 };
`;
const ENTRY = `import old from 'old';
export default (api) => api.registerTool({
  name: 'probe', description: 'p', parameters: { type: 'object' },
  execute: () => ({ content: [{ type: 'text', text: JSON.stringify(old) }] }),
});`;

it('a CommonJS package may write characters and numbers as octal, as before strict mode (F-1)', async () => {
  const disk = makeDisk({
    files: {
      'ext/package.json': declaring(['old']),
      'ext/mortise.json': { id: 'tested', version: '1.0.0', entry: 'index.js' },
      'ext/index.js': ENTRY,
      'ext/node_modules/old/package.json': { name: 'old', version: '1.0.0' },
      'ext/node_modules/old/index.js': DEPENDENCY,
    },
  });
  const loaded = await loadExtension({ kind: 'folder', path: join(disk, 'ext') });
  if (loaded.status === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
  await using real = openRealSandbox();
  const result = await real.load(loaded.bundle);
  if (result.status === 'failed') throw new Error(result.message);
  expect(JSON.parse(await real.call('probe'))).toEqual({
    ...{ black: '\u001b[40m  \u001b[0m', nul: 'a\u0000b', kept: '\\033 A', mode: 493, nine: 9 },
  });
});
