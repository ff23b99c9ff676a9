import { createHost } from '@mortise/host';
import type { HeldBy } from '../../host-view/host-view.ts';
import type { Finding } from './finding.ts';

const LEAST_NODE = 24;

export function checkNode(): Finding {
  const { node, modules } = process.versions;
  const isEnough = Number(node.split('.')[0]) >= LEAST_NODE;
  const detail = `${node} (ABI ${modules}), ${LEAST_NODE} or later is needed`;
  if (isEnough) return { check: 'node', status: 'ok', detail };
  return { check: 'node', status: 'error', detail, hint: `Install Node ${LEAST_NODE} or later.` };
}

const PING = `export default (api) => api.registerTool({ name: 'ping', description: 'p',
  parameters: { type: 'object' }, execute: async () => ({ content: [{ type: 'text', text: 'pong' }] }) });`;

/** Runs one call through a real runner and isolate, in a host of its own: no configuration can refuse it. */
export async function checkSandbox(): Promise<Finding> {
  const unwell = (detail: string, hint?: string): Finding => ({
    ...{ check: 'sandbox', status: 'error', detail },
    hint: hint ?? 'Install the dependencies again on this machine and with this Node.',
  });
  try {
    await using host = await createHost({ config: { agents: { main: {} } } });
    const { status, failure } = await host.extensions.load({ id: 'doctor', source: PING });
    if (status === 'failed') return unwell(failure?.message ?? 'no reason', failure?.hint);
    const session = host.agent('main').session('doctor');
    const [result] = await session.execute([{ id: '1', name: 'ping', args: {} }]);
    if (result?.ok !== true) return unwell(result?.message ?? 'no answer', result?.hint);
    const where = host.sandboxStatus().jail.state === 'off' ? ', in no jail' : '';
    const detail = `a call in an isolate took ${result.durationMs.toFixed(0)} ms${where}`;
    return { check: 'sandbox', status: 'ok', detail };
  } catch (error) {
    return unwell(error instanceof Error ? error.message : String(error));
  }
}

/** What holds a host that is configured in nothing: for a folder whose own host cannot be asked. */
export async function tryJails(): Promise<HeldBy | undefined> {
  try {
    await using host = await createHost({ config: { agents: { main: {} } } });
    return await host.jailsInForce();
  } catch {
    // Why not is what the check of the sandbox says.
    return undefined;
  }
}
