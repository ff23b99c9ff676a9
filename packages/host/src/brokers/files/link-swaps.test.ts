import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OUTSIDE, openFiles, openYard } from '../testing/file-yard.ts';

describe.runIf(process.platform === 'linux')('links swapped while files are used (S-6)', () => {
  it('never give content from outside, and nothing is written there', async () => {
    using yard = openYard();
    const [folder, beyond] = [join(yard.root, 'folder', 'in'), join(yard.outside, 'in')];
    for (const path of [folder, beyond]) mkdirSync(path, { recursive: true });
    writeFileSync(join(folder, 'deep.txt'), 'inside');
    for (const name of ['deep.txt', 'deep-copy.txt']) writeFileSync(join(beyond, name), OUTSIDE);
    symlinkSync(yard.outside, join(yard.root, 'folder.link'));
    symlinkSync(join(yard.outside, 'secret.txt'), join(yard.root, 'file.txt.link'));
    const racer = fork(join(import.meta.dirname, '..', 'testing', 'swap-links.ts'), [yard.root]);
    using _racer = { [Symbol.dispose]: () => racer.kill('SIGKILL') };
    const exited = once(racer, 'exit');
    await once(racer, 'message');
    const { ask } = openFiles(yard);
    const seen = { ok: 0, refused: 0 };
    for (let round = 0; round < 200; round += 1) {
      const replies = [
        await ask('read', ['folder/in/deep.txt']),
        await ask('read', ['folder/secret.txt']),
        await ask('read', ['file.txt']),
        await ask('write', ['folder/in/written.txt', 'mine']),
        await ask('remove', ['folder/in/deep-copy.txt']),
        await ask('list', ['folder/in']),
      ];
      for (const reply of replies) {
        seen[reply.ok ? 'ok' : 'refused'] += 1;
        expect(JSON.stringify(reply)).not.toMatch(/OUTSIDE|deep-copy/);
      }
    }
    expect(racer.exitCode).toBe(null);
    racer.kill('SIGKILL');
    await exited;
    expect(seen.ok).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
    expect(readdirSync(yard.outside)).toEqual(['in', 'secret.txt']);
    expect(readdirSync(beyond)).toEqual(['deep-copy.txt', 'deep.txt']);
    expect(readFileSync(join(yard.outside, 'secret.txt'), 'utf8')).toBe(OUTSIDE);
  });
});
