import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { locateAddon } from './locate-addon.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-addon-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the native part of isolated-vm', () => {
  it('is found for this Node', () => {
    expect(existsSync(locateAddon())).toBe(true);
  });

  it('is missed with a code if an installed isolated-vm has none for this Node', () => {
    const from = pathToFileURL(join(folder, 'module.js')).href;
    const missing = expect.objectContaining({
      code: 'native_addon_missing',
      message: `This is Node ${process.version} (ABI ${process.versions.modules}) on ${process.platform} ${process.arch}.`,
    });
    const empty = join(folder, 'node_modules', 'isolated-vm');
    mkdirSync(empty, { recursive: true });
    writeFileSync(join(empty, 'package.json'), '{"name":"isolated-vm","main":"main.js"}');
    writeFileSync(join(empty, 'main.js'), '');
    const real = createRequire(import.meta.url).resolve('isolated-vm');
    const finder = dirname(createRequire(real).resolve('node-gyp-build/package.json'));
    symlinkSync(finder, join(folder, 'node_modules', 'node-gyp-build'));
    expect(() => locateAddon(from)).toThrow(missing);
  });
});
