import { describe, expect, it } from 'vitest';
import { InFlightLimit } from './in-flight-limit.ts';

describe('the limit on requests in flight', () => {
  it('keeps one caller from the places of the others', () => {
    const limit = new InFlightLimit({ total: 3, perCaller: 2 });
    expect(limit.enter('a')).toBeDefined();
    expect(limit.enter('a')).toBeDefined();
    expect(limit.enter('a')).toBeUndefined();
    expect(limit.enter('b')).toBeDefined();
    expect(limit.enter('c')).toBeUndefined();
  });

  it('takes a place back once, however often it is given back', () => {
    const limit = new InFlightLimit({ total: 2, perCaller: 2 });
    const leave = limit.enter('a');
    limit.enter('a');
    leave?.();
    leave?.();
    expect(limit.inFlight).toBe(1);
    expect(limit.enter('a')).toBeDefined();
    expect(limit.enter('a')).toBeUndefined();
  });
});
