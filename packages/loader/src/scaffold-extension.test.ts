import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadExtension } from './load-extension.ts';
import { scaffoldExtension } from './scaffold-extension.ts';

const workspace = join(import.meta.dirname, '..', '..', '..');

function newFolder(): string {
  return join(mkdtempSync(join(tmpdir(), 'mortise-scaffold-')), 'extension');
}

describe('scaffoldExtension', () => {
  it.each(['basic', 'fetch'] as const)(
    'writes %s as an extension that loads at once',
    async (template) => {
      const folder = newFolder();
      const files = await scaffoldExtension(folder, { id: 'Weather', template, linkTo: workspace });
      expect(files).toEqual(
        expect.arrayContaining([
          'README.md',
          'mortise.json',
          'package.json',
          'pnpm-workspace.yaml',
          'src/index.test.ts',
          'src/index.ts',
        ]),
      );
      const packageJson = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      expect(packageJson.name).toBe('mortise-ext-weather');
      expect(packageJson.devDependencies['@mortise/sdk']).toBe(`link:${workspace}/packages/sdk`);
      expect(readFileSync(join(folder, 'pnpm-workspace.yaml'), 'utf8')).toContain('allowBuilds:');
      const provided = new Map([['@mortise/sdk', join(workspace, 'packages/sdk/src/index.ts')]]);
      const loaded = await loadExtension({ kind: 'folder', path: folder }, { provided });
      expect(loaded).toMatchObject({ status: 'ok', manifest: { id: 'Weather' } });
    },
  );

  it('overwrites nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mortise-scaffold-'));
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    await expect(scaffoldExtension(folder, { id: 'a', template: 'basic' })).rejects.toThrow(
      'not empty',
    );
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('refuses an id that no extension can have', async () => {
    const folder = newFolder();
    await expect(scaffoldExtension(folder, { id: '../up', template: 'basic' })).rejects.toThrow(
      '"../up"',
    );
  });
});
