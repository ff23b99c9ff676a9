import { parentPort } from 'node:worker_threads';
import type { RegistrySnapshot, ToolEntry } from '@mortise/contracts';

/** A registry comes first, its entries in parts, so that no part takes the sender long. */
export type ToThread<Request> =
  | { readonly snapshot: RegistrySnapshot }
  | { readonly entries: readonly ToolEntry[] }
  | { readonly request: Request };

export type FromThread<Answer> = { readonly answer: Answer } | { readonly fault: string };

/**
 * The program of a `RegistryThread`: answers its questions, one after the other, from a copy of the registry,
 * which is the same object until another was sent.
 */
export function answerInThread<Request, Answer>(
  answer: (request: Request, snapshot: RegistrySnapshot) => Answer | Promise<Answer>,
): void {
  let snapshot: RegistrySnapshot = { revision: 0, entries: [], skipped: [], extensions: [] };
  let entries: ToolEntry[] = [];
  const answerOrFault = async (request: Request): Promise<FromThread<Answer>> => {
    try {
      return { answer: await answer(request, snapshot) };
    } catch (error) {
      return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  parentPort?.on('message', async (message: ToThread<Request>) => {
    if ('request' in message) {
      parentPort?.postMessage(await answerOrFault(message.request));
    } else if ('snapshot' in message) {
      entries = [];
      snapshot = { ...message.snapshot, entries };
    } else entries.push(...message.entries);
  });
}
