import type { ChildEnd, ChildOrder } from './child.ts';
import { startPatiently } from './start-patiently.ts';

const MOST_ERROR_CHARS = 16_000;

/** Runs a program of our own to its end; what it writes to its standard error comes back, bounded. */
export async function runChild(
  order: Omit<ChildOrder, 'stdio'>,
): Promise<{ readonly end: ChildEnd; readonly stderr: string }> {
  const child = await startPatiently({ ...order, stdio: ['ignore', 'ignore', 'pipe'] });
  if (!('ended' in child)) return { end: child, stderr: '' };
  let stderr = '';
  child
    .stream(2)
    ?.setEncoding('utf8')
    .on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(0, MOST_ERROR_CHARS);
    });
  return { end: await child.ended, stderr };
}
