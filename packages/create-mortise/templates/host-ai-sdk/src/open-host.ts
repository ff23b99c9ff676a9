import { join } from 'node:path';
import { createHost, type Host } from '@mortise/host';

/** Beside `src`, and beside `dist`. */
const EXTENSIONS = join(import.meta.dirname, '..', 'extensions');

/**
 * A host with one agent, which has one tool. The extension runs in an isolate of its own and has what
 * is granted to it here: nothing. Close the host, or its runner processes stay.
 */
export function openHost(): Promise<Host> {
  return createHost({
    config: { agents: { main: { tools: { allow: ['add_minutes'] } } } },
    extensions: [join(EXTENSIONS, 'clock')],
  });
}
