import { describe, expect, it, vi } from 'vitest';
import { progressTerminal } from './progress.ts';

function screen() {
  const written: string[] = [];
  return {
    written,
    terminal: {
      out: (text: string) => written.push(`out ${text}`),
      err: (text: string) => written.push(`err ${text}`),
      draw: (text: string) => written.push(`draw ${text}`),
      hasColour: false,
    },
  };
}

describe('the progress of a command', () => {
  it('is drawn while it lasts, gives way to what is written, and is gone at the end', async () => {
    const { written, terminal } = screen();
    const progress = progressTerminal(terminal, 'tools', { patienceMs: 0, frameMs: 1 });
    await vi.waitFor(() => expect(written.length).toBeGreaterThan(1));
    expect(written.every((line) => /^draw . tools {2}\d+ s$/u.test(line))).toBe(true);
    progress.terminal.out('a result');
    expect(written.slice(-2)).toEqual(['draw ', 'out a result']);
    progress[Symbol.dispose]();
    expect(written.at(-1)).toMatch(/^(?:draw |out a result)$/);
  });

  it('is not drawn before a second has passed, nor where no person looks', () => {
    const { written, terminal } = screen();
    progressTerminal(terminal, 'tools')[Symbol.dispose]();
    expect(written).toEqual([]);
    const { draw: _, ...plain } = terminal;
    expect(progressTerminal(plain, 'tools').terminal).toBe(plain);
  });
});
