import { ECHO_TEXT } from '../call/echo-tool.ts';
import type { Lane } from '../call/lane.ts';
import { createTexts, type Guards } from './guards.ts';
import { openGuardedHost } from './open-guarded-host.ts';

/** The program that calls is the one that embeds the host. */
export async function openEmbedded(guards: Guards): Promise<Lane> {
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
    childPids: () => host.sandboxStatus().runners.map(({ pid }) => pid),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}
