import { ECHO_TEXT, readEchoText } from '../echo-tool.ts';
import type { Lane } from '../lane.ts';

export async function openDirect(): Promise<Lane> {
  const execute = (_id: string, params: { readonly text: string }) => ({
    content: [{ type: 'text', text: params.text }],
  });
  return {
    call: () => readEchoText(execute('1', { text: ECHO_TEXT })),
    childPids: () => [],
    [Symbol.asyncDispose]: async () => undefined,
  };
}
