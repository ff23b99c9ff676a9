import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { HostFiles } from './host-files.ts';

const ROOT = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-mounted-')));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

describe('files of the host of which a mount shows a part elsewhere (S-10)', () => {
  it('are known there by path, and the folder that is shown is', () => {
    mkdirSync(join(ROOT, 'state', 'bundles'), { recursive: true });
    mkdirSync(join(ROOT, 'work', 'kept'), { recursive: true });
    writeFileSync(join(ROOT, 'work', 'notes.txt'), '');
    const mountInfo = () =>
      ['1 0 254:0 / / rw', `2 1 254:0 ${ROOT}/state/bundles ${ROOT}/work/kept rw`].join('\n');
    const files = new HostFiles({ mountInfo });
    files.add(() => ({ folders: [join(ROOT, 'state')] }));
    expect(files.owns(join(ROOT, 'work', 'kept', 'b.json'))).toBe(true);
    expect(files.ownsFolder(join(ROOT, 'work', 'kept'))).toBe(true);
    expect(files.list().hidden).toContain(join(ROOT, 'work', 'kept'));
    expect(files.owns(join(ROOT, 'work', 'notes.txt'))).toBe(false);
  });

  it('are hidden from programs where the folder around them is shown, too', () => {
    const mountInfo = () =>
      ['1 0 254:0 / / rw', `2 1 254:0 ${ROOT} ${ROOT}/work/all rw`].join('\n');
    const files = new HostFiles({ mountInfo });
    files.add(() => ({ folders: [join(ROOT, 'state')] }));
    expect(files.list().hidden).toContain(join(ROOT, 'work', 'all', 'state'));
    expect(files.list().hidden).not.toContain(join(ROOT, 'work', 'all'));
  });
});
