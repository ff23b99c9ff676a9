import type { McpServerConfig } from '@mortise/contracts';
import type { JailStatus } from '@mortise/processes';
import { describeJail } from '../diagnostics/describe-jail.ts';

const OPEN = 'it reaches all that the account of the host does';

/** What the program of a server reaches, in one line for people; `undefined` for one that runs elsewhere. */
export function describeConfinement(
  { sandbox = {}, url }: McpServerConfig,
  jail: JailStatus,
): string | undefined {
  if (url !== undefined) return undefined;
  if (sandbox === 'off') return `in no jail (sandbox: off): ${OPEN}`;
  if (jail.state === 'off')
    return `${describeJail(jail)}; ${jail.tier === 'required' ? 'it is not started' : OPEN}`;
  const { read = [], write = [], network = true } = sandbox;
  const reads = ['the system, its program, packages and what its arguments name', ...read];
  const writes = ['its own folder', ...write];
  const reach = `reads ${reads.join(', ')}; writes ${writes.join(', ')}; ${network ? 'with' : 'without'} the network`;
  return jail.state === 'on' ? `in a jail: ${reach}` : `to be jailed: ${reach}`;
}
