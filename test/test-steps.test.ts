import { describe, expect, it } from 'vitest';
import { addCounts, judgeRetries, MOST_RETRIED, NOTHING } from './test-steps.ts';

describe('tests that needed a retry', () => {
  it('fail the run above a small number, and it says so', () => {
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const few = { ...NOTHING, passed: 100, retried: MOST_RETRIED };
    expect(judgeRetries(few, say)).toEqual(few);
    expect(said).toEqual([]);
    const many = addCounts(few, { ...NOTHING, retried: 1 });
    expect(judgeRetries(many, say)).toEqual({ ...many, failed: 1 });
    expect(said.join()).toContain('6 tests needed a retry, and at most 5 may');
  });
});
