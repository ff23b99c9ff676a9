import { readFileSync } from 'node:fs';
import { AuditFile, MemoryAuditSink } from '@mortise/host';
import { afterAll, describe } from 'vitest';
import { auditSinkSuite } from './audit-sink-suite.ts';
import { temporaryFiles } from './temporary-folder.ts';

const newFile = temporaryFiles();
const opened = new DisposableStack();
afterAll(() => opened.dispose());

describe('MemoryAuditSink (S-7)', () => {
  auditSinkSuite(() => {
    const sink = new MemoryAuditSink();
    return { sink, read: () => sink.entries };
  });
});

describe('AuditFile (S-7)', () => {
  auditSinkSuite(() => {
    const path = newFile();
    const sink = opened.use(new AuditFile(path));
    const read = () => {
      sink.flush();
      const lines = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
      const records = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind !== 'chain');
      return records.map(({ seq: _seq, prev: _prev, hash: _hash, ...entry }) => entry);
    };
    return { sink, read };
  });
});
