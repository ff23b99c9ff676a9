import { statSync } from 'node:fs';

/** Longer than the clock of any usual file system needs for a tick. */
const TICK_MS = 100;

export interface FileStamp {
  /** Another text if another file is there or this one was changed. */
  readonly text: string;
  /** Whether a further change would show: one in the same tick of the clock might not. */
  readonly isSettled: boolean;
}

/** Says of a file, without reading it, whether it is what it was; `undefined` if there is none. */
export function stampOf(path: string): FileStamp | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const { ino, size, mtimeMs, ctimeMs } = found;
  const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) > TICK_MS;
  return { text: `${ino} ${size} ${mtimeMs} ${ctimeMs}`, isSettled };
}
