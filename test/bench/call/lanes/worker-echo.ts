import { Worker } from 'node:worker_threads';
import { ECHO_TEXT, readEchoText } from '../echo-tool.ts';
import type { Lane } from '../lane.ts';
import { PendingAnswers } from './pending-answers.ts';

export async function openWorkerEcho(): Promise<Lane> {
  const worker = new Worker(new URL('./worker-echo-thread.ts', import.meta.url));
  const answers = new PendingAnswers();
  worker.on('message', ({ id, result }: { readonly id: number; readonly result: unknown }) =>
    answers.settle(id, readEchoText(result)),
  );
  return {
    call: () =>
      answers.ask((id) =>
        worker.postMessage({ id, result: { content: [{ type: 'text', text: ECHO_TEXT }] } }),
      ),
    childPids: () => [],
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
