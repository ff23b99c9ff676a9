import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadApiToken } from './api-token.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-token-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the token file', () => {
  it('is made at the first start, for its owner alone, and read at the next', async () => {
    const path = join(folder, 'state', 'token');
    const token = await loadApiToken(path);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8').trim()).toBe(token);
    expect(await loadApiToken(path)).toBe(token);
  });

  it('is the same for all hosts that start at once', async () => {
    const path = join(folder, 'race');
    const tokens = await Promise.all(Array.from({ length: 20 }, () => loadApiToken(path)));
    expect(new Set(tokens).size).toBe(1);
    expect(readdirSync(folder).filter((name) => name.startsWith('race'))).toEqual(['race']);
  });

  it.each([
    { when: 'others can read it', mode: 0o644, text: 'x'.repeat(43) },
    { when: 'its group can read it', mode: 0o640, text: 'x'.repeat(43) },
    { when: 'it is empty', mode: 0o600, text: '' },
    { when: 'it is short', mode: 0o600, text: 'secret' },
    { when: 'it has blanks in it', mode: 0o600, text: `${'x'.repeat(40)} y` },
  ])('is refused when $when', async ({ mode, text }) => {
    const path = join(folder, `bad-${mode}-${text.length}`);
    writeFileSync(path, text);
    chmodSync(path, mode);
    await expect(loadApiToken(path)).rejects.toMatchObject({ code: 'token_file_unsafe' });
  });
});
