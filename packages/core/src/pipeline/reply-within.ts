import type { RunReply } from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';
import { type Deadline, Deadlines } from './deadlines.ts';

/** A runner owns its deadline; this much later it is taken for dead. */
const RUNNER_GRACE_MS = 2_000;
const deadlines = new Deadlines();

export interface ReplyRequest<Result> {
  /** Calls `onStarted` when its time begins; what never starts is never late. */
  readonly run: (onStarted: () => void) => Promise<RunReply>;
  readonly timeoutMs: number;
  readonly read: (reply: RunReply) => Result;
}

/** What is made of the one reply a runner owes. One that throws, rejects or stays silent is answered for. */
export function replyWithin<Result>(request: ReplyRequest<Result>): Promise<Result> {
  const { run, timeoutMs, read } = request;
  return new Promise((resolve, reject) => {
    let deadline: Deadline | undefined;
    const end = (reply: RunReply) => {
      deadline?.end();
      try {
        resolve(read(reply));
      } catch (error) {
        reject(error);
      }
    };
    const failed = (code: 'timeout' | 'sandbox_crashed', message: string) =>
      end({ kind: 'failed', code, message, effects: 'unknown' });
    const crashed = (error: unknown) => failed('sandbox_crashed', printUnknown(error));
    const late = () => failed('timeout', `The runner gave no answer within ${timeoutMs} ms.`);
    const onStarted = () => {
      deadline ??= deadlines.start(timeoutMs + RUNNER_GRACE_MS, late);
    };
    try {
      run(onStarted).then(end, crashed);
    } catch (error) {
      crashed(error);
    }
  });
}
