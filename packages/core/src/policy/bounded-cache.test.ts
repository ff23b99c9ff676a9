import { describe, expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

describe('a bounded cache', () => {
  it('makes a value once while it is kept', () => {
    const cache = new BoundedCache<object>(2);
    const made = cache.getOrMake('a', () => ({}));
    expect(cache.getOrMake('a', () => ({}))).toBe(made);
  });

  it('drops what was used longest ago', () => {
    const cache = new BoundedCache<{ readonly name: string }>(2);
    const first = cache.getOrMake('a', () => ({ name: 'a' }));
    cache.getOrMake('b', () => ({ name: 'b' }));
    cache.getOrMake('a', () => ({ name: 'again' }));
    cache.getOrMake('c', () => ({ name: 'c' }));
    expect(cache.getOrMake('a', () => ({ name: 'again' }))).toBe(first);
    expect(cache.getOrMake('b', () => ({ name: 'new b' })).name).toBe('new b');
    expect(cache.size).toBe(2);
  });

  it('counts weight, and keeps one value whatever it weighs', () => {
    const cache = new BoundedCache<{ readonly weight: number }>(10, ({ weight }) => weight);
    cache.getOrMake('a', () => ({ weight: 4 }));
    cache.getOrMake('b', () => ({ weight: 4 }));
    expect(cache.size).toBe(2);
    cache.getOrMake('c', () => ({ weight: 7 }));
    expect(cache.size).toBe(1);
    cache.getOrMake('d', () => ({ weight: 99 }));
    expect(cache.size).toBe(1);
  });

  it('takes names of object properties as keys', () => {
    const cache = new BoundedCache<object>(2);
    const made = {};
    expect(cache.getOrMake('__proto__', () => made)).toBe(made);
  });
});
