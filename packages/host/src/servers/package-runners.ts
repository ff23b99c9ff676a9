import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { OwnFolder } from './own-folder.ts';

/** Settings of npm that say where packages come from and how to get there, and hold no password. */
const NPM_SETTINGS =
  /^(?:(?:@[\w.-]+:)?registry|proxy|https-proxy|noproxy|cafile|strict-ssl|prefer-offline|offline|engine-strict|ignore-scripts)\s*=/;
const WITH_PASSWORD = /\/\/[^/]*@/;
/** While it is there, something may be half installed. */
const INSTALLING = '.starting';

/**
 * Gives a package runner the account's own settings for where packages come from: without them it would ask the
 * public registry. Tokens and passwords stay where they are.
 */
export function copyNpmSettings({ home }: OwnFolder): void {
  const written = readText(join(homedir(), '.npmrc')).split('\n');
  const kept = written.filter(
    (line) => NPM_SETTINGS.test(line.trim()) && !WITH_PASSWORD.test(line),
  );
  const text = kept.map((line) => `${line.trim()}\n`).join('');
  const path = join(home, '.npmrc');
  if (readText(path) !== text) writeFileSync(path, text, { mode: 0o600 });
}

/**
 * To be called before a start: takes away what `npx` had half installed when the last start was cut short. It
 * would use that as it is, and fail for ever. What it has downloaded stays.
 */
export function beginInstalling({ home }: OwnFolder): void {
  const mark = join(home, INSTALLING);
  const before = Number(readText(mark));
  if (before > 0 && !isAnother(before)) {
    rmSync(join(home, '.npm', '_npx'), { recursive: true, force: true });
  }
  writeFileSync(mark, String(process.pid), { mode: 0o600 });
}

/** To be called when a server has answered, or has ended by itself: whatever it installed is whole. */
export function endInstalling({ home }: OwnFolder): void {
  rmSync(join(home, INSTALLING), { force: true });
}

/** Whether another process of this account is starting it right now. */
function isAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
