import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CALL_FAULTS,
  FRAME_END,
  FROM_GUEST,
  frame,
  TO_HOST,
  TO_RUNNER,
  takeFields,
  wholeNumber,
} from './frame.ts';

describe('frames', () => {
  it('come back as they were put together, whatever JSON they carry', () => {
    fc.assert(
      fc.property(fc.nat(), fc.jsonValue(), (seq, value) => {
        const json = JSON.stringify(value);
        const line = frame('call', seq, json);
        expect(line.indexOf(FRAME_END)).toBe(line.length - 1);
        expect(takeFields(line.slice(0, -1), 2)).toEqual(['call', String(seq), json]);
      }),
    );
  });

  it.each([
    { field: '0', then: 0 },
    { field: '42', then: 42 },
    { field: '', then: undefined },
    { field: '-1', then: undefined },
    { field: '1.5', then: undefined },
    { field: 'NaN', then: undefined },
    { field: '1'.repeat(16), then: undefined },
  ])('reads $field as $then', ({ field, then }) => {
    expect(wholeNumber(field)).toBe(then);
  });

  it('have these kinds', () => {
    expect(Object.keys(TO_RUNNER)).toEqual(['open', 'close', 'call', 'cancel', 'answer']);
    expect(Object.keys(TO_HOST)).toEqual([
      'ready',
      'opened',
      'unopened',
      'returned',
      'text',
      'ended',
      'ask',
      'progress',
      'log',
      'calm',
      'lost',
    ]);
    expect(Object.keys(FROM_GUEST)).toEqual([
      'returned',
      'text',
      'faulted',
      'ask',
      'progress',
      'log',
      'timer',
      'untimer',
      'registered',
      'unregistered',
    ]);
    expect(CALL_FAULTS).toHaveLength(15);
  });
});
