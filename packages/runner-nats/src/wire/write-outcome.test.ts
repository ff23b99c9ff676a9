import { resolveLimits, type ToolOutcome } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { readNodeFrame } from './node-to-host.ts';
import { readOutcome, readTextOutcome } from './read-outcome.ts';
import { writeOutcome } from './write-outcome.ts';

const LONG = 'a "quoted" line\n\t'.repeat(20);
const LIMITS = resolveLimits();
const BOUNDS = { limits: LIMITS, hasAsked: false, hostCalls: 3 };

const cross = (outcome: ToolOutcome) => {
  const frame = readNodeFrame(writeOutcome(7, outcome).slice(0, -1));
  if (frame?.kind === 'text') return { kind: 'text', outcome: readTextOutcome(frame, BOUNDS) };
  return frame?.kind === 'result'
    ? { kind: 'result', outcome: readOutcome(frame.outcome, BOUNDS) }
    : undefined;
};

describe('the outcome of a call on another machine (C-2, S-8)', () => {
  const usage = { cpuMs: 1, wallMs: 2, heapBytes: 3, bytesIn: 4, bytesOut: 5, hostCalls: 3 };

  it.each<{ what: string; kind: string; outcome: ToolOutcome }>([
    {
      ...{ what: 'one long text', kind: 'text' },
      outcome: { status: 'ok', content: [{ type: 'text', text: LONG }], structured: [1], usage },
    },
    {
      ...{ what: 'one long text that its reducer has made', kind: 'text' },
      outcome: {
        ...{ status: 'ok', content: [{ type: 'text', text: LONG }] },
        ...{ usage: { ...usage, cpuMs: 0.012, wallMs: 1.5 } },
        reduction: { state: 'applied', rawChars: 9 },
      },
    },
    {
      ...{ what: 'one long text with a price', kind: 'text' },
      outcome: {
        ...{ status: 'ok', content: [{ type: 'text', text: LONG }], usage, costUsd: 0.1 },
        reduction: { state: 'failed', rawChars: 9 },
      },
    },
    {
      ...{ what: 'one long text of which nothing was measured', kind: 'text' },
      outcome: { status: 'ok', content: [{ type: 'text', text: LONG }] },
    },
    {
      ...{ what: 'a short text', kind: 'result' },
      outcome: { status: 'ok', content: [{ type: 'text', text: 'x' }], usage },
    },
    {
      ...{ what: 'a text that would end its frame', kind: 'result' },
      outcome: { status: 'ok', content: [{ type: 'text', text: `${LONG}\x1e` }], usage },
    },
    {
      ...{ what: 'two texts', kind: 'result' },
      outcome: {
        ...{ status: 'ok', usage },
        content: [
          { type: 'text', text: LONG },
          { type: 'text', text: LONG },
        ],
      },
    },
  ])('arrives as it was: $what', ({ kind, outcome }) => {
    expect(cross(outcome)).toEqual({ kind, outcome });
  });

  it('tells its times to the microsecond', () => {
    const content = [{ type: 'text', text: LONG }] as const;
    const measured = { ...usage, cpuMs: 0.0121, wallMs: 1.23456789 };
    expect(cross({ status: 'ok', content, usage: measured })?.outcome?.usage).toEqual({
      ...{ ...usage, cpuMs: 0.012, wallMs: 1.235 },
    });
  });

  it('is none with facts that are none, or with more than the tool may say', () => {
    expect(readTextOutcome({ facts: '[]', text: 'x' }, BOUNDS)).toBeUndefined();
    expect(readTextOutcome({ facts: '{', text: 'x' }, BOUNDS)).toBeUndefined();
    const limits = { ...LIMITS, resultBytes: 10 };
    expect(readTextOutcome({ facts: '{}', text: 'x'.repeat(11) }, { ...BOUNDS, limits })).toBe(
      undefined,
    );
  });

  it('is a success of that text whatever the facts say', () => {
    const facts = JSON.stringify({ status: 'refused', content: [], code: 'input_invalid' });
    expect(readTextOutcome({ facts, text: 'x' }, BOUNDS)).toEqual({
      ...{ status: 'ok', content: [{ type: 'text', text: 'x' }] },
    });
  });
});
