import { createHost, describeJail, type JailStatus } from '@mortise/host';
import type { Finding } from './finding.ts';

const LEAST_NODE = 24;

export function checkNode(): Finding {
  const { node, modules } = process.versions;
  const isEnough = Number(node.split('.')[0]) >= LEAST_NODE;
  const detail = `${node} (ABI ${modules}), ${LEAST_NODE} or later is needed`;
  if (isEnough) return { check: 'node', status: 'ok', detail };
  return { check: 'node', status: 'error', detail, hint: `Install Node ${LEAST_NODE} or later.` };
}

/** What holds the code of extensions on this machine, as its first process reported it. */
function describeWalls(jail: JailStatus): Finding {
  const detail = describeJail(jail);
  if (jail.state === 'on') return { check: 'jail', status: 'ok', detail };
  return {
    ...{ check: 'jail', status: 'info', detail },
    hint: `${holdsSome(jail) ? 'Whatever broke out of V8 would reach what is missing here.' : 'Extensions are held by V8 and Node alone.'} To hold code that you do not trust, use Linux 5.13 or newer, or run the host in a container; \`sandbox.jail: required\` refuses it elsewhere.`,
  };
}

/** What holds programs that extensions were granted. */
function describePrograms(jail: JailStatus): Finding {
  const detail = describeJail(jail, 'program');
  if (jail.state === 'on') return { check: 'programs', status: 'ok', detail };
  return {
    ...{ check: 'programs', status: 'info', detail },
    hint: `A program that you grant reaches ${holdsSome(jail) ? 'what is missing here' : 'all that your account does'}. \`sandbox.jail: required\` refuses programs here.`,
  };
}

/** Less than a jail, and more than nothing. */
function holdsSome({ layers }: JailStatus): boolean {
  return Object.values(layers).includes('on');
}

const PING = `export default (api) => api.registerTool({ name: 'ping', description: 'p',
  parameters: { type: 'object' }, execute: async () => ({ content: [{ type: 'text', text: 'pong' }] }) });`;

/** Runs one call through a real runner and isolate, in a host of its own: no configuration can refuse it. */
export async function checkSandbox(): Promise<readonly Finding[]> {
  const unwell = (detail: string, hint?: string): readonly Finding[] => [
    {
      ...{ check: 'sandbox', status: 'error', detail },
      hint: hint ?? 'Install the dependencies again on this machine and with this Node.',
    },
  ];
  try {
    await using host = await createHost({ config: { agents: { main: {} } } });
    const { status, failure } = await host.extensions.load({ id: 'doctor', source: PING });
    if (status === 'failed') return unwell(failure?.message ?? 'no reason', failure?.hint);
    const session = host.agent('main').session('doctor');
    const [result] = await session.execute([{ id: '1', name: 'ping', args: {} }]);
    if (result?.ok !== true) return unwell(result?.message ?? 'no answer', result?.hint);
    const detail = `a call in an isolate took ${result.durationMs.toFixed(0)} ms`;
    const { jail } = host.sandboxStatus();
    const programs = describePrograms(await host.tryProgramJail());
    return [{ check: 'sandbox', status: 'ok', detail }, describeWalls(jail), programs];
  } catch (error) {
    return unwell(error instanceof Error ? error.message : String(error));
  }
}
