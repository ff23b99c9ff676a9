import type { Diagnostic } from '@mortise/contracts';
import { createHost } from '@mortise/host';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logTroubles } from './log-troubles.ts';

const TROUBLE: Diagnostic = {
  ...{ code: 'unmatched_selector', severity: 'warning', subject: 'mcp:shop' },
  ...{ message: 'An entry of a list matches no tool.', hint: 'Check the spelling.' },
};
/** Longer than it takes to look again. */
const LATER_MS = 10_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('the log of a host that serves (T-9)', () => {
  it('has a trouble when it begins, and nothing that is there because the host closes', async () => {
    const host = await createHost({ config: { agents: { main: {} } } });
    const warned = vi.fn();
    const logger = { ...host.logFor(), warn: warned, info: () => undefined };
    const stop = logTroubles(host, logger);
    vi.spyOn(host, 'diagnostics').mockReturnValue([TROUBLE]);
    vi.advanceTimersByTime(LATER_MS);
    expect(warned).toHaveBeenCalledOnce();
    await host.close();
    // Its servers are gone, and the tools that lists name with them.
    vi.spyOn(host, 'diagnostics').mockReturnValue([TROUBLE, { ...TROUBLE, subject: 'other' }]);
    vi.advanceTimersByTime(LATER_MS);
    expect(warned).toHaveBeenCalledOnce();
    stop();
  });
});
