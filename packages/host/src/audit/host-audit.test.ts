import { expect, it } from 'vitest';
import { HostAudit } from './host-audit.ts';
import { MemoryAuditSink } from './memory-audit-sink.ts';

it('writes down what an operator did and who it was (S-7)', () => {
  const sink = new MemoryAuditSink();
  const audit = new HostAudit({ sink, now: () => 7 });
  const principal = { id: 'tok_1', userId: 'ana' };
  audit.recordAction({
    principal,
    action: 'token.create',
    target: 'tok_2',
    detail: { role: 'call' },
  });
  audit.recordAction({
    principal: { id: 'operator' },
    action: 'x.y',
    target: '',
    decision: 'failed',
  });
  expect(sink.entries).toEqual([
    {
      ...{ at: 7, kind: 'operator', decision: 'allowed', action: 'token.create', target: 'tok_2' },
      ...{ principalId: 'tok_1', userId: 'ana', detail: { role: 'call' } },
    },
    {
      ...{ at: 7, kind: 'operator', decision: 'failed', action: 'x.y', target: '' },
      principalId: 'operator',
    },
  ]);
});
