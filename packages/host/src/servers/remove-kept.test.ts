import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { removeKept } from './remove-kept.ts';

const ACCOUNT = 65_534;
const root = mkdtempSync(join(tmpdir(), 'mortise-kept-'));
const home = join(root, 'home');
const other = join(root, 'other');
afterAll(() => rmSync(root, { recursive: true }));

/** As an ordinary account: the administrator may take away everything. */
function asAccount<Value>(work: () => Value): Value {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(ACCOUNT);
  try {
    return work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('what the program of a server has kept (T-11)', () => {
  beforeEach(() => {
    for (const folder of [home, other]) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { mode: 0o700 });
    }
    if (process.geteuid?.() !== 0) return;
    for (const folder of [root, home, other]) chownSync(folder, ACCOUNT, ACCOUNT);
  });

  it('is taken away though it has closed folders, in one that is closed as well', () => {
    asAccount(() => {
      mkdirSync(join(home, 'modules', 'module', 'empty'), { recursive: true });
      writeFileSync(join(home, 'modules', 'module', 'file'), '');
      for (const folder of ['modules/module', 'modules']) chmodSync(join(home, folder), 0o555);
      removeKept(home);
    });
    expect(existsSync(home)).toBe(false);
  });

  it('opens nothing behind a link, and is nothing the second time', () => {
    asAccount(() => {
      writeFileSync(join(other, 'file'), '');
      chmodSync(other, 0o500);
      mkdirSync(join(home, 'closed'));
      symlinkSync(other, join(home, 'closed', 'link'));
      chmodSync(join(home, 'closed'), 0o555);
      removeKept(home);
      removeKept(home);
    });
    expect(existsSync(home)).toBe(false);
    expect(statSync(other).mode & 0o777).toBe(0o500);
    expect(existsSync(join(other, 'file'))).toBe(true);
  });

  it('stays where it cannot be opened either, and nothing is thrown', () => {
    asAccount(() => {
      mkdirSync(join(home, 'closed'));
      writeFileSync(join(home, 'closed', 'file'), '');
      chmodSync(join(home, 'closed'), 0o000);
      removeKept(home);
    });
    expect(existsSync(join(home, 'closed', 'file'))).toBe(true);
    chmodSync(join(home, 'closed'), 0o700);
  });
});
