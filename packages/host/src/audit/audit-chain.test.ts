import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { AuditFile } from './audit-file.ts';
import { auditPathsOf } from './audit-paths.ts';
import { verifyAudit } from './verify-audit.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-chain-'));
afterAll(() => rmSync(root, { recursive: true }));
let made = 0;
const newLog = () => join(root, String(++made), 'audit.jsonl');

const entry = (target: string): AuditEntry => ({
  ...{ at: 1, kind: 'capability', decision: 'denied', action: 'fs_reach.read', target },
});

function write(log: string, ...targets: string[]): void {
  using audit = new AuditFile(log);
  for (const target of targets) audit.record(entry(target));
}

describe('the chain of an audit log (T-7)', () => {
  it('is intact after several writers, and its key is for its owner only', async () => {
    const log = newLog();
    write(log, 'a', 'b');
    using other = new AuditFile(log);
    using audit = new AuditFile(log);
    for (const target of ['c', 'd', 'e']) {
      audit.record(entry(target));
      audit.flush();
      other.record(entry(`other ${target}`));
      other.flush();
    }
    expect(await verifyAudit(log)).toMatchObject({ isIntact: true, records: 10, signatures: 1 });
    expect(statSync(auditPathsOf(log).key).mode & 0o777).toBe(0o600);
  });

  it('takes up a record whose end of line alone is missing, and says that it was not signed', async () => {
    const log = newLog();
    write(log, 'a');
    const { head } = auditPathsOf(log);
    const before = readFileSync(head);
    write(log, 'b');
    writeFileSync(head, before);
    truncateSync(log, statSync(log).size - 1);
    expect(await verifyAudit(log)).toMatchObject({
      isIntact: true,
      notes: [{ code: 'tail_cut' }, { code: 'unsigned' }],
    });
    write(log, 'c');
    expect(await verifyAudit(log)).toMatchObject({ isIntact: true, notes: [{ code: 'adopted' }] });
  });

  it('goes on after its end was cut off, and never forgets that', async () => {
    const log = newLog();
    write(log, 'a', 'b');
    truncateSync(log, readFileSync(log, 'utf8').indexOf('\n') + 1);
    expect(await verifyAudit(log)).toMatchObject({
      broken: { code: 'tail_missing', line: 2, seq: 2 },
    });
    write(log, 'c');
    expect(await verifyAudit(log)).toMatchObject({
      isIntact: false,
      broken: { code: 'records_lost', line: 2 },
    });
  });

  it('knows in a running process that log and head were rolled back together', async () => {
    const log = newLog();
    const { head } = auditPathsOf(log);
    using audit = new AuditFile(log);
    audit.record(entry('a'));
    audit.flush();
    const [oldLog, oldHead] = [readFileSync(log), readFileSync(head)];
    audit.record(entry('b'));
    audit.flush();
    writeFileSync(log, oldLog);
    writeFileSync(head, oldHead);
    audit.record(entry('c'));
    audit.flush();
    expect(await verifyAudit(log)).toMatchObject({ broken: { code: 'records_lost' } });
  });

  it.each([
    ['its head was deleted', 'head', undefined, 'head_missing'],
    ['its head was changed', 'head', '{}', 'head_invalid'],
    ['its key was replaced', 'key', undefined, 'key_unproven'],
  ] as const)('says so if %s', async (_what, file, text, code) => {
    const log = newLog();
    write(log, 'a');
    const path = auditPathsOf(log)[file];
    if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
    if (file === 'key') write(log, 'b');
    expect(await verifyAudit(log)).toMatchObject({ isIntact: false, broken: { code } });
  });

  it('changes its key with the proof of the one before', async () => {
    const log = newLog();
    using audit = new AuditFile(log);
    audit.record(entry('a'));
    const first = audit.withWriter((writer) => writer.key().publicKey);
    audit.withWriter((writer) => writer.replaceKey());
    audit.record(entry('b'));
    audit.flush();
    const verdict = await verifyAudit(log);
    expect(verdict).toMatchObject({ isIntact: true });
    expect(verdict.key?.publicKey).not.toBe(first);
    expect(await verifyAudit(log, { publicKey: first })).toMatchObject({
      broken: { code: 'key_differs' },
    });
  });

  it('puts a log of an older version aside and begins the chain', async () => {
    const log = newLog();
    write(log);
    writeFileSync(log, `${JSON.stringify(entry('old'))}\n`);
    write(log, 'a');
    expect(await verifyAudit(log)).toMatchObject({
      isIntact: true,
      records: 3,
      notes: [{ code: 'unchained_file' }],
    });
  });

  it('goes on in new files and finds a file that is gone', async () => {
    const log = newLog();
    using audit = new AuditFile(log, { maxBytes: () => 4_000 });
    for (let at = 0; at < 60; at += 1) {
      audit.record(entry(`file ${at}`));
      audit.flush();
    }
    const verdict = await verifyAudit(log);
    expect(verdict).toMatchObject({ isIntact: true });
    expect(verdict.files).toBeGreaterThan(3);
    const { seq = 0, hash = '' } = verdict.last ?? {};
    expect(await verifyAudit(log, { knownLink: { seq, hash } })).toMatchObject({ isIntact: true });
    const { oldAuditPaths } = await import('./audit-files.ts');
    rmSync(oldAuditPaths(log)[1] ?? '');
    expect(await verifyAudit(log)).toMatchObject({ broken: { code: 'link_broken', line: 1 } });
  });
});
