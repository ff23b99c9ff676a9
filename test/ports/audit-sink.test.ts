import { readFileSync } from 'node:fs';
import { JsonlAuditSink, MemoryAuditSink } from '@mortise/host';
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

describe('JsonlAuditSink (S-7)', () => {
  auditSinkSuite(() => {
    const path = newFile();
    const sink = opened.use(new JsonlAuditSink(path));
    const read = () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    return { sink, read };
  });
});
