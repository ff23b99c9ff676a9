import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { leakingDescriptors } from './leaking-descriptors.ts';

const HIGHEST_DESCRIPTOR = 4_096;

/** Pipes for a child, and nothing of what the host has open; throws without free descriptors. */
export interface OpenedStdio {
  readonly stdio: ('pipe' | 'ignore' | number)[];
  /** What stands in for the host's own descriptors, to be closed when the child has started. */
  readonly nothing: Disposable;
}

export function openStdio(): OpenedStdio {
  const nothing = openSync(devNull, 'r+');
  const close = { [Symbol.dispose]: () => closeSync(nothing) };
  try {
    return { nothing: close, stdio: stdioWithout(leakingDescriptors(process.platform), nothing) };
  } catch (error) {
    closeSync(nothing);
    throw error;
  }
}

/** A descriptor cannot be closed in the child from here, but it can be pointed at nothing. */
function stdioWithout(leaking: readonly number[], nothing: number): OpenedStdio['stdio'] {
  const stdio: OpenedStdio['stdio'] = ['pipe', 'pipe', 'pipe'];
  for (const descriptor of leaking) {
    if (descriptor > HIGHEST_DESCRIPTOR) throw new Error('A descriptor of the host would leak.');
    while (stdio.length <= descriptor) stdio.push('ignore');
    stdio[descriptor] = nothing;
  }
  return stdio;
}
