import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../brokers/secrets/create-redactor.ts';
import { AuditFile } from './audit-file.ts';
import { JsonlAuditSink } from './jsonl-audit-sink.ts';
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

describe('an audit log in a file (S-7)', () => {
  it('appends one line per entry, for its owner only, and keeps what is there', () => {
    using folder = openFolder();
    const path = join(folder.path, 'deep', 'audit.jsonl');
    const first = new JsonlAuditSink(path);
    first.record(ENTRY);
    first[Symbol.dispose]();
    appendFileSync(path, '{"by":"another process"}\n');
    using second = new JsonlAuditSink(path);
    second.record({ ...ENTRY, at: 2 });
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      ENTRY,
      { by: 'another process' },
      { ...ENTRY, at: 2 },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('begins a new line after one that a full disk or a kill has cut', () => {
    using folder = openFolder();
    const path = join(folder.path, 'audit.jsonl');
    writeFileSync(path, `${JSON.stringify(ENTRY)}\n{"at":2,"kind":"ca`);
    using sink = new JsonlAuditSink(path);
    sink.record({ ...ENTRY, at: 3 });
    sink.record({ ...ENTRY, at: 4 });
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines.slice(2).map((line) => line && JSON.parse(line).at)).toEqual([3, 4, '']);
  });

  it('throws once it is closed', () => {
    using folder = openFolder();
    const sink = new JsonlAuditSink(join(folder.path, 'audit.jsonl'));
    sink[Symbol.dispose]();
    sink[Symbol.dispose]();
    expect(() => sink.record(ENTRY)).toThrow(/closed/);
  });

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
  it('says why it cannot be opened, and writes once it can', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mortise-audit-file-'));
    const path = join(folder, 'blocked', 'audit.jsonl');
    writeFileSync(join(folder, 'blocked'), 'a file where a folder should be');
    using audit = new AuditFile(path);
    expect(audit.trouble).toContain('EEXIST');
    expect(() => audit.record(ENTRY)).toThrow('EEXIST');
    rmSync(join(folder, 'blocked'));
    expect(audit.trouble).toBeUndefined();
    audit.record(ENTRY);
    rmSync(join(folder, 'blocked'), { recursive: true });
    audit.record(ENTRY);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
    rmSync(folder, { recursive: true });
  });
});
