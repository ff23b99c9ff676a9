import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formOfArguments, hashArguments } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { tryKernelLock } from '../files/kernel-lock.ts';
import { AuditFile } from './audit-file.ts';
import { auditPathsOf } from './audit-paths.ts';
import { charsOfEntry, WaitingEntries } from './waiting-entries.ts';

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

describe('the arguments of entries that wait (T-7)', () => {
  const shared = ',"kind":"call"';
  const entries = Array.from({ length: 100 }, (_, at) => {
    const args = { text: `${'ä\ud800"'.repeat(at * 50)}${at}` };
    const own = `"callId":"ü-${at}"`;
    // Some have none, or too long ones, which are hashed before they come here.
    return at % 7 === 3 ? { own, shared } : { own, form: formOfArguments(args), shared, args };
  });
  const written = (waiting: WaitingEntries) =>
    [...waiting].map(({ own, shared: rest }) => `${Buffer.from(own).toString()}${rest}`);
  const expected = entries.map(({ own, args }) =>
    args === undefined ? `${own}${shared}` : `"argsHash":"${hashArguments(args)}",${own}${shared}`,
  );

  it('become the hash of each, in its own place, however many wait', () => {
    const waiting = new WaitingEntries();
    for (const [at, entry] of entries.entries()) {
      waiting.add(entry);
      // Looking at them in between changes nothing.
      if (at % 13 === 0) expect(written(waiting)).toEqual(expected.slice(0, at + 1));
    }
    expect(written(waiting)).toEqual(expected);
    expect(waiting.chars).toBe(entries.reduce((sum, entry) => sum + charsOfEntry(entry), 0));
    expect(waiting.chars).toBe(expected.join('').length);
  });

  it('are forgotten with them: those of later entries get their own', () => {
    const waiting = new WaitingEntries();
    for (const entry of entries.slice(0, 40)) waiting.add(entry);
    waiting.clear();
    for (const entry of entries.slice(40, 50)) waiting.add(entry);
    expect(written(waiting)).toEqual(expected.slice(40, 50));
  });
});
