import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ECHO_TEXT, readEchoText } from '../echo-tool.ts';
import type { Lane } from '../lane.ts';
import { PendingAnswers } from './pending-answers.ts';

/** `child_process.fork` with its standard JSON messages; the child sends back what it gets. */
export async function openIpcEcho(): Promise<Lane> {
  const child = fork(fileURLToPath(new URL('./ipc-echo-child.ts', import.meta.url)));
  const answers = new PendingAnswers();
  child.on('message', ({ id, result }: { readonly id: number; readonly result: unknown }) =>
    answers.settle(id, readEchoText(result)),
  );
  return {
    call: () => answers.ask((id) => child.send({ id, result: echoOf(ECHO_TEXT) })),
    childPids: () => [child.pid ?? 0],
    [Symbol.asyncDispose]: async () => {
      child.kill();
    },
  };
}

function echoOf(text: string): object {
  return { content: [{ type: 'text', text }] };
}
