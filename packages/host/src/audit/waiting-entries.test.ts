import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashArguments } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { tryKernelLock } from '../files/kernel-lock.ts';
import { AuditFile } from './audit-file.ts';
import { auditPathsOf } from './audit-paths.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-waiting-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** More than are written together. */
const MANY = 1_500;

describe('entries that wait for another process to let go of the log (T-7)', () => {
  it('are left alone until they can be written: a call pays nothing for those before it', () => {
    const path = join(folder, 'audit.jsonl');
    using file = new AuditFile(path);
    file.record({ at: 1, kind: 'call', decision: 'allowed', action: 'first', target: '' });
    file.flush();
    const lock = tryKernelLock(auditPathsOf(path).lock);
    let reads = 0;
    const entry = {
      own: '"at":2',
      get form() {
        reads += 1;
        return '{}';
      },
      shared: ',"kind":"call","decision":"allowed","action":"waited","target":""',
    };
    for (let at = 0; at < MANY; at += 1) file.recordText(entry);
    const readWhenAdded = reads;
    expect(file.waiting.entries).toBe(MANY);
    lock?.[Symbol.dispose]();
    file.flush();
    expect(reads).toBe(readWhenAdded);
    const lines = readFileSync(path, 'utf8').split('\n');
    const waited = lines.filter((line) => line.includes('"waited"'));
    expect(waited).toHaveLength(MANY);
    expect(waited.every((line) => line.includes(hashArguments({})))).toBe(true);
  });
});
