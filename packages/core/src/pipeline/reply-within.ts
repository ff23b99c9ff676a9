import type { RunReply } from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';
import { Deadlines } from './deadlines.ts';

/** A runner owns its deadline; this much later it is taken for dead. */
const RUNNER_GRACE_MS = 2_000;
const deadlines = new Deadlines();

/** What is made of the one reply a runner owes. One that throws, rejects or stays silent is answered for. */
export function replyWithin<Result>(
  run: () => Promise<RunReply>,
  timeoutMs: number,
  read: (reply: RunReply) => Result,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = (reply: RunReply) => {
      deadline.end();
      try {
        resolve(read(reply));
      } catch (error) {
        reject(error);
      }
    };
    const failed = (code: 'timeout' | 'sandbox_crashed', message: string) =>
      end({ kind: 'failed', code, message, effects: 'unknown' });
    const crashed = (error: unknown) => failed('sandbox_crashed', printUnknown(error));
    const deadline = deadlines.start(timeoutMs + RUNNER_GRACE_MS, () =>
      failed('timeout', `The runner gave no answer within ${timeoutMs} ms.`),
    );
    try {
      run().then(end, crashed);
    } catch (error) {
      crashed(error);
    }
  });
}
