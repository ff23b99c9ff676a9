import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { typeCommand } from '../../cli-fixture.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const TOOL = `api.registerTool({ name: 'get', description: 'Gets.', execute() { return text; },
    parameters: { type: 'object', properties: { at: { type: 'string', format: 'uri' } } } });`;

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function makeExtension(index: string): void {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-check-')));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'mortise.json'), '{"id":"one","version":"0.1.0"}');
  writeFileSync(join(folder, 'src/index.ts'), index);
  const compilerOptions = { strict: true, noEmit: true, target: 'es2024', module: 'nodenext' };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
}

describe('mortise check of an extension', () => {
  it('says what is wrong with types, what cannot be seen and what providers do not take, with file and line', async () => {
    makeExtension(
      `export default (api: any) => {\n  const text: string = 5; // a\u202eb\n  ${TOOL}\n};`,
    );
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const { exit, err } = await typeCommand(['check', '.'], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '' },
    });
    expect(exit).toBe(4);
    expect(err).toContain("src/index.ts:2:9  types_wrong  TS2322: Type 'number' is not assignable");
    expect(err).toMatch(/src\/index\.ts:2:\d+ {2}hidden_characters .*a\\u\{202e\}b/);
    expect(err).toContain('schema_unportable  get for Gemini: /properties/at: the format "uri"');
    expect(err).toMatch(/1 error, 2 warnings, 1 note; types checked$/);
  }, 60_000);

  it('runs no compiler that came with the extension', async () => {
    makeExtension(`export default (api: any) => { const text = ''; ${TOOL} };`);
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    const marker = join(folder, 'ran');
    writeFileSync(join(folder, 'node_modules/.bin/tsc'), `#!/bin/sh\ntouch ${marker}\n`, {
      mode: 0o755,
    });
    const { exit, out } = await typeCommand(['check', folder], { cwd: tmpdir() });
    expect(exit).toBe(0);
    expect(out).toContain('types not checked: TypeScript is not installed in this folder');
  }, 60_000);
});
