import { describe, expect, it, vi } from 'vitest';
import { ListRefresher } from './list-refresher.ts';

describe('a list that changes', () => {
  it('is read once for many changes, and not twice at once', async () => {
    vi.useFakeTimers();
    const running: (() => void)[] = [];
    let reads = 0;
    const refresher = new ListRefresher(async () => {
      reads += 1;
      await new Promise<void>((resolve) => running.push(resolve));
    }, 1_000);
    for (let at = 0; at < 1_000; at += 1) {
      refresher.ask();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(reads).toBe(1);
    running[0]?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads).toBe(2);
    running[1]?.();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads).toBe(2);
    refresher.stop();
    refresher.ask();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads).toBe(2);
    vi.useRealTimers();
  });
});
