import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attachment, JsonValue } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asking, onBench, outcomeOf, subjectWith, valueOfReply } from '../testing/broker-bench.ts';
import { createAttachmentBroker } from './attachment-broker.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-attachments-'));
  writeFileSync(join(folder, 'a.txt'), 'attached');
  execFileSync('mkfifo', [join(folder, 'fifo')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

function openAttachments(grant: JsonValue, callId = 'call-1') {
  const attachments: readonly Attachment[] = [
    { ref: 'r1', kind: 'text', name: 'a.txt', mimeType: 'text/plain', path: join(folder, 'a.txt') },
    { ref: 'r2', kind: 'image', path: join(folder, 'absent.png'), metadata: { width: 1 } },
    { ref: 'r3', kind: 'text', path: join(folder, 'fifo') },
    { ref: 'r4', kind: 'text' },
  ];
  const broker = onBench('attachments', createAttachmentBroker());
  const own = callId === 'call-1' ? attachments : [];
  return asking(broker, subjectWith(grant, { callId, attachments: own }));
}

describe('the attachments of a call (S-6)', () => {
  it('are listed without their paths', async () => {
    const listed = valueOfReply(await openAttachments({ kinds: '*' })('list', []));
    expect(listed).toEqual([
      { ref: 'r1', kind: 'text', name: 'a.txt', mimeType: 'text/plain' },
      { ref: 'r2', kind: 'image', metadata: { width: 1 } },
      { ref: 'r3', kind: 'text' },
      { ref: 'r4', kind: 'text' },
    ]);
    expect(JSON.stringify(listed)).not.toContain(folder);
  });

  it('are listed by granted kind', async () => {
    expect(valueOfReply(await openAttachments({ kinds: ['image'] })('list', []))).toMatchObject([
      { ref: 'r2' },
    ]);
    expect(valueOfReply(await openAttachments({ kinds: [] })('list', []))).toEqual([]);
  });

  it('are read by ref, whole or in part', async () => {
    const ask = openAttachments({ kinds: ['text'] });
    expect(valueOfReply(await ask('read', ['r1']))).toEqual({
      content: Buffer.from('attached').toString('base64'),
      size: 8,
      offset: 0,
      bytes: 8,
      eof: true,
    });
    expect(valueOfReply(await ask('read', ['r1', { offset: 2, length: 3 }]))).toMatchObject({
      content: Buffer.from('tac').toString('base64'),
      eof: false,
    });
    expect(valueOfReply(await ask('read', ['r1', { offset: 99 }]))).toMatchObject({ bytes: 0 });
  });

  it.each([
    ['of a kind that is not granted', 'r2', 'call-1', /^denied/],
    ['of another call', 'r1', 'call-2', /^denied/],
    ['by path', '/etc/passwd', 'call-1', /^denied/],
    ['that is a FIFO', 'r3', 'call-1', /^failed/],
    ['without a file', 'r4', 'call-1', /^failed/],
  ])('are not read: one %s', async (_which, ref, callId, then) => {
    const outcome = await outcomeOf(openAttachments({ kinds: ['text'] }, callId)('read', [ref]));
    expect(outcome).toMatch(then);
    expect(outcome).not.toContain(folder);
  });

  it('do not give away where the host keeps them', async () => {
    const outcome = await outcomeOf(openAttachments({ kinds: '*' })('read', ['r2']));
    expect(outcome).toBe('failed: The host could not do this with attachments (ENOENT).');
  });

  it('are read in bounded parts', async () => {
    const ask = openAttachments({ kinds: '*' });
    expect(await outcomeOf(ask('read', ['r1', { length: 1_000_001 }]))).toMatch(/^failed: At most/);
  });
});
