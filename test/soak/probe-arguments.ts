import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProbeOptions } from './probe.ts';

const PROBE = join(import.meta.dirname, 'probe-main.ts');

/** Has a Node that is started with these measure itself. */
export function probeArguments(
  probe: Pick<ProbeOptions, 'file' | 'everyMs' | 'fillAtMs'>,
): readonly string[] {
  const address = pathToFileURL(PROBE);
  for (const [name, value] of Object.entries(probe)) {
    address.searchParams.set(name, String(value));
  }
  return ['--import', address.href];
}
