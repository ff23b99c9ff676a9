import { createHost } from '@mortise/host';
import { ECHO_EXECUTE, ECHO_EXECUTE_ASYNC, ECHO_TEXT, echoExtension } from '../echo-tool.ts';
import type { Lane } from '../lane.ts';

/** Surface, gates, runner, isolate, argument check, the guest's reducer, report and trim. */
export function openMortise(): Promise<Lane> {
  return openLane(ECHO_EXECUTE);
}

export function openMortiseAsync(): Promise<Lane> {
  return openLane(ECHO_EXECUTE_ASYNC);
}

async function openLane(execute: string): Promise<Lane> {
  const host = await createHost({
    config: { agents: { bench: {} } },
    extensions: [{ id: 'bench-echo', source: echoExtension(execute) }],
    // Other lanes run for longer than an idle runner is kept; a new one would have to warm up again.
    sandbox: { idleRunnerMs: 600_000 },
  });
  const session = host.agent('bench').session('bench');
  let last = 0;
  return {
    call: async () => {
      last += 1;
      const calls = [{ id: `call-${last}`, name: 'echo', args: { text: ECHO_TEXT } }];
      const [result] = await session.execute(calls);
      return result?.ok === true ? result.text : `${result?.code}: ${result?.message}`;
    },
    childPids: () => host.sandboxStatus().runners.map(({ pid }) => pid),
    [Symbol.asyncDispose]: () => host.close(),
  };
}
