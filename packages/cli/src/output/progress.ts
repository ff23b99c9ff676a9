import type { Terminal } from './terminal.ts';

/** What takes less needs no sign of life. */
const PATIENCE_MS = 1_000;
const FRAME_MS = 120;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

export interface ProgressTimes {
  readonly patienceMs: number;
  readonly frameMs: number;
}

/**
 * A terminal that shows on its current line that a command is at work, once that takes long; what is
 * written takes the place of it. Only where a person looks (`draw`). Disposed, it leaves no trace.
 */
export function progressTerminal(
  terminal: Terminal,
  label: string,
  { patienceMs, frameMs }: ProgressTimes = { patienceMs: PATIENCE_MS, frameMs: FRAME_MS },
): { readonly terminal: Terminal } & Disposable {
  const { draw } = terminal;
  if (draw === undefined) return { terminal, [Symbol.dispose]: () => undefined };
  const startedAt = performance.now();
  let frame = 0;
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) draw('');
    isDrawn = false;
  };
  const timer = setInterval(() => {
    const elapsed = performance.now() - startedAt;
    if (elapsed < patienceMs) return;
    const seconds = (elapsed / 1_000).toFixed(0);
    draw(`${FRAMES[frame % FRAMES.length]} ${label}  ${seconds} s`);
    frame += 1;
    isDrawn = true;
  }, frameMs);
  timer.unref();
  const over = (write: (text: string) => void) => (text: string) => {
    clear();
    write(text);
  };
  return {
    terminal: { ...terminal, out: over(terminal.out), err: over(terminal.err) },
    [Symbol.dispose]: () => {
      clearInterval(timer);
      clear();
    },
  };
}
