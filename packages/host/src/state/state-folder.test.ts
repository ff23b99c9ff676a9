import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import { openStateFolder } from './state-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mortise-state-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const codeOf = (path: string): unknown => {
  try {
    openStateFolder(path);
    return 'opened';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

describe('the state folder', () => {
  it('is made for its user alone, ignored by git, and taken again', () => {
    const path = join(root, 'deep', 'state');
    const folder = openStateFolder(path);
    expect(folder).toMatchObject({
      path,
      sessions: join(path, 'state.db'),
      token: join(path, 'token'),
    });
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(readdirSync(path)).toEqual(['.gitignore']);
    expect(openStateFolder(path)).toEqual(folder);
  });

  it('may be an empty volume, or one with state in it', () => {
    mkdirSync(join(root, 'volume', 'lost+found'), { recursive: true });
    mkdirSync(join(root, 'older', 'bundles'), { recursive: true });
    expect(codeOf(join(root, 'volume'))).toBe('opened');
    expect(codeOf(join(root, 'older'))).toBe('opened');
  });

  it('is refused with a code if it is a file, below a file, read-only or of something else', () => {
    writeFileSync(join(root, 'file'), '');
    mkdirSync(join(root, 'home'));
    writeFileSync(join(root, 'home', '.gitignore'), 'node_modules\n');
    expect(codeOf(join(root, 'file'))).toBe('state_dir_no_folder');
    expect(codeOf(join(root, 'file', 'state'))).toBe('state_dir_no_folder');
    expect(codeOf(join(root, 'home'))).toBe('state_dir_foreign');
    expect(codeOf('/sys/mortise')).toBe('state_dir_read_only');
    expect(readdirSync(join(root, 'home'))).toEqual(['.gitignore']);
  });

  it('is refused to a user who does not own it', ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can give a folder away');
    const path = join(root, 'of-another');
    openStateFolder(path);
    chownSync(root, 65_534, 65_534);
    chownSync(path, 65_533, 65_533);
    process.seteuid?.(65_534);
    // `getuid` stays that of root, whose folders are anyone's; the kernel refuses by the effective one.
    try {
      expect(codeOf(path)).toBe('state_dir_read_only');
    } finally {
      process.seteuid?.(0);
    }
  });

  it('keeps sessions and stored values of a host that was given nothing else', async () => {
    const stateDir = join(root, 'state');
    const host = await createHost({ config: { agents: { main: {} } }, stateDir });
    await host.agent('main').session('one').toolkits();
    await host.close();
    expect(readdirSync(stateDir)).toEqual(expect.arrayContaining(['state.db', 'storage.db']));
  });
});
