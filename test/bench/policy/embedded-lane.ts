import { ECHO_TEXT } from '../call/echo-tool.ts';
import { createTexts, type Guards } from './guards.ts';
import { openGuardedHost } from './open-guarded-host.ts';
import type { PolicyLane } from './policy-round.ts';

/** The program that calls is the one that embeds the hosts. */
export async function openEmbedded(all: readonly Guards[]): Promise<readonly PolicyLane[]> {
  const lanes: PolicyLane[] = [];
  // One after the other: extensions have only so long to load.
  for (const guards of all) lanes.push(await openOne(guards));
  return lanes;
}

async function openOne(guards: Guards): Promise<PolicyLane> {
  const opened = await openGuardedHost(guards);
  const { host } = opened;
  const session = host.agent('bench').session('bench');
  const nextText = createTexts();
  let last = 0;
  return {
    call: async () => {
      last += 1;
      const text = nextText();
      const calls = [{ id: `call-${last}`, name: 'echo', args: { text } }];
      const [result] = await session.execute(calls);
      if (result?.ok !== true) return `${result?.code}: ${result?.message}`;
      return result.text === text ? ECHO_TEXT : result.text;
    },
    childPids: () => [],
    runnerPids: () => host.sandboxStatus().runners.map(({ pid }) => pid),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}
