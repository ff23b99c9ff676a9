import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../brokers/secrets/create-redactor.ts';
import { AuditFile } from './audit-file.ts';
import { redactAudit } from './redact-audit.ts';

function openFolder() {
  const path = mkdtempSync(join(tmpdir(), 'mortise-audit-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

const ENTRY: AuditEntry = {
  at: 1,
  kind: 'capability',
  decision: 'denied',
  action: 'fs_reach.read',
  target: 'a\nb "quoted"',
};

describe('what is written down (S-7)', () => {
  it('keeps no secret that a guest put into a target or a reason', () => {
    const kept: AuditEntry[] = [];
    const redactor = createRedactor(['hunter22']);
    const sink = redactAudit({ record: (entry) => kept.push(entry) }, () => redactor);
    const detail = { list: ['hunter22', 1], hunter22: null };
    sink.record({ ...ENTRY, target: '/files/hunter22', reason: 'no hunter22 here', detail });
    expect(kept).toEqual([
      {
        ...{ ...ENTRY, target: '/files/[redacted]', reason: 'no [redacted] here' },
        detail: { list: ['[redacted]', 1], '[redacted]': null },
      },
    ]);
  });
});

describe('the audit file of a host (T-9)', () => {
  it('says why it cannot be opened, keeps entries meanwhile, and writes them once it can', () => {
    using folder = openFolder();
    const path = join(folder.path, 'blocked', 'audit.jsonl');
    writeFileSync(join(folder.path, 'blocked'), 'a file where a folder should be');
    using audit = new AuditFile(path);
    expect(audit.trouble).toContain('EEXIST');
    audit.record(ENTRY);
    expect(() => audit.flush()).toThrow('EEXIST');
    expect(audit.waiting).toEqual({ entries: 1, dropped: 0 });
    rmSync(join(folder.path, 'blocked'));
    expect(audit.trouble).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toContain(JSON.stringify(ENTRY.target));
  });

  it('counts what it had no room for while it could not be written, and writes that down', () => {
    using folder = openFolder();
    const path = join(folder.path, 'blocked', 'audit.jsonl');
    writeFileSync(join(folder.path, 'blocked'), '');
    using audit = new AuditFile(path);
    const large = { ...ENTRY, target: 'x'.repeat(4_000_000) };
    for (let at = 0; at < 4; at += 1) audit.record(large);
    expect(() => audit.record(large)).toThrow('EEXIST');
    rmSync(join(folder.path, 'blocked'));
    audit.flush();
    expect(readFileSync(path, 'utf8')).toContain('"audit.dropped"');
    expect(audit.waiting).toEqual({ entries: 0, dropped: 0 });
  });

  it('throws once it is closed', () => {
    using folder = openFolder();
    const audit = new AuditFile(join(folder.path, 'audit.jsonl'));
    audit[Symbol.dispose]();
    audit[Symbol.dispose]();
    expect(() => audit.record(ENTRY)).toThrow(/closed/);
  });
});
