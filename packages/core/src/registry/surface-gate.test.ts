import { describe, expect, it } from 'vitest';
import { createSurfaceResolver } from '../policy/create-surface-resolver.ts';
import { questionOf } from '../policy/testing/policy-case.ts';
import { createClosedGate } from './closed-gate.ts';
import { createSurfaceGate } from './surface-gate.ts';

describe('the gate of a surface (E-3)', () => {
  it('tells an outage from what is forbidden', () => {
    const { inputs, request } = questionOf({
      tools: ['read', { name: 'forecast', plugin: 'weather' }],
      agent: { policy: { deny: ['read'] } },
      request: { unavailable: ['weather'] },
    });
    const gate = createSurfaceGate(createSurfaceResolver().resolve(inputs, request));
    const told = inputs.snapshot.entries.map((entry) => [
      entry.name,
      gate.isOutage?.(entry),
      gate.refusalFor(entry),
    ]);
    expect(told).toEqual([
      ['read', false, 'it is denied (denied)'],
      ['forecast', true, 'its extension, its server or the tool itself is down (unavailable)'],
    ]);
    const [entry] = inputs.snapshot.entries;
    expect(entry && createClosedGate('the host is closed').isOutage?.(entry)).toBe(true);
  });
});
