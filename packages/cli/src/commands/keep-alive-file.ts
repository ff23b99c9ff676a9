import { rmSync, writeFileSync } from 'node:fs';

const BEAT_MS = 1_000;

/**
 * Writes a file anew every second as long as all is well, for probes that look at its age. A process without a port
 * has nothing else to ask.
 */
export function keepAliveFile(path: string | undefined, isWell: () => boolean): Disposable {
  if (path === undefined) return { [Symbol.dispose]: () => undefined };
  const write = () => {
    if (isWell()) writeFileSync(path, `${Date.now()}\n`, { mode: 0o600 });
  };
  write();
  const timer = setInterval(write, BEAT_MS);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      rmSync(path, { force: true });
    },
  };
}
