import type { AuditEntry, AuditSink } from '@mortise/contracts';
import { expect, it } from 'vitest';

export interface OpenedSink {
  readonly sink: AuditSink;
  /** Everything that is kept, in order. */
  readonly read: () => readonly AuditEntry[];
}

const entry = (parts: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ at: 1, kind: 'capability', decision: 'denied', action: 'fs_reach.read', target: '/x' },
  ...parts,
});

/** What every sink of audit entries does; run against each implementation. */
export function auditSinkSuite(open: () => OpenedSink): void {
  it('keeps entries as they were and in their order, at once', () => {
    const { sink, read } = open();
    const entries = Array.from({ length: 60 }, (_, at) => entry({ at, target: `/${at}` }));
    for (const each of entries) {
      sink.record(each);
      expect(read().at(-1)).toEqual(each);
    }
    expect(read()).toEqual(entries);
  });

  it.each([
    ['lines', 'a\nb\r\n{"forged":true}\u2028'],
    ['quotes and NUL', '"\\\0'],
    ['half a character', '\ud800'],
    ['a long text', 'ä'.repeat(100_000)],
    ['words of the form', '__proto__'],
  ])('keeps one entry whatever a guest wrote into it: %s', (_what, target) => {
    const { sink, read } = open();
    const full = entry({
      ...{ target, reason: target, callId: target, sessionKey: target, userId: target },
    });
    sink.record(full);
    sink.record(entry());
    expect(read()).toEqual([full, entry()]);
  });

  it('keeps a copy that its giver cannot change', () => {
    const { sink, read } = open();
    const given = { ...entry(), target: 'before' };
    sink.record(given);
    given.target = 'after';
    expect(read()).toMatchObject([{ target: 'before' }]);
  });
}
