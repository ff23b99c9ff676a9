import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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

describe('a host with more files than are compared (S-10)', () => {
  it('knows what folder is none of its own, and no file with a second name', async () => {
    const [own, other] = [join(ROOT, 'many'), join(ROOT, 'other')];
    mkdirSync(own);
    mkdirSync(join(other, 'inner'), { recursive: true });
    writeFileSync(join(own, 'first'), '');
    for (let count = 0; count < 50_001; count += 1)
      linkSync(join(own, 'first'), join(own, `${count}`));
    writeFileSync(join(other, 'a'), '');
    linkSync(join(other, 'a'), join(other, 'b'));
    const files = new HostFiles({ mountInfo: () => '' });
    files.add(() => ({ folders: [own] }));
    const owns = (...names: string[]) => files.ownsFile(statSync(join(...names)));
    expect(await Promise.all([owns(own), owns(other), owns(other, 'inner')])).toEqual([
      ...[true, false, false],
    ]);
    expect(await owns(other, 'a')).toBe(true);
  });
});
