/**
 * A thread that works out what changes of a configuration would do. Thousands of agents and tools take
 * seconds, in which the thread that serves goes on with calls.
 */
import { parentPort } from 'node:worker_threads';
import type { ToolEntry } from '@mortise/contracts';
import type { FileRefusal, ProposedConfig } from '@mortise/gateway';
import type { PolicyFacts } from '@mortise/host';
import { type ProposalRequest, proposeConfig } from './propose-config.ts';

/** Entries of the registry come first, in parts, so that no part takes the sender long. */
export type ToProposalWorker =
  | { readonly entries: readonly ToolEntry[]; readonly isFirst: boolean }
  /** The facts, but for the entries. */
  | { readonly facts: PolicyFacts; readonly request: ProposalRequest };

export type FromProposalWorker =
  | { readonly answer: ProposedConfig | FileRefusal }
  | { readonly fault: string };

const entries: ToolEntry[] = [];

parentPort?.on('message', async (message: ToProposalWorker) => {
  if ('facts' in message) {
    parentPort?.postMessage(await answer(message.request, message.facts));
    return;
  }
  if (message.isFirst) entries.length = 0;
  entries.push(...message.entries);
});

async function answer(request: ProposalRequest, facts: PolicyFacts): Promise<FromProposalWorker> {
  try {
    const snapshot = { ...facts.snapshot, entries: [...entries] };
    return { answer: await proposeConfig(request, { ...facts, snapshot }) };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
