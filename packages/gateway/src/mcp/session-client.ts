import type { Server } from '@modelcontextprotocol/server';
import { type CallClient, CapabilityRefusal } from '@mortise/contracts';
import type { CallContext } from './call-context.ts';
import type { ClientAbilities } from './client-abilities.ts';
import { formParams, modelAnswerOf, samplingParams } from './client-requests.ts';

/** Longer than any grant lets a question wait; the host ends it by the signal. */
const LONGEST_MS = 3_600_000;

/** Asks a client of revision 2025-11-25: it gets requests while its call runs, on the way of that call. */
export function sessionClient(
  server: Server,
  { mcpReq }: CallContext,
  { elicits, samples }: ClientAbilities,
): CallClient {
  const optionsFor = (signal: AbortSignal) => ({
    ...{ signal, timeout: LONGEST_MS, relatedRequestId: mcpReq.id },
  });
  return {
    ...(elicits && {
      elicit: async (question, signal) => {
        const request = { method: 'elicitation/create', params: formParams(question) } as const;
        const answer = server.request(request, optionsFor(signal));
        return (await answer.catch(tellFault)) as never;
      },
    }),
    ...(samples && {
      sample: async (asked, signal) => {
        const request = {
          method: 'sampling/createMessage',
          params: samplingParams(asked),
        } as const;
        return modelAnswerOf(await server.request(request, optionsFor(signal)).catch(tellFault));
      },
    }),
  };
}

/** What a client says of its own fault is for its own tools; what else went wrong is not told. */
export function tellFault(error: unknown): never {
  const said = error instanceof Error ? error.message.slice(0, 300) : 'no reason given';
  throw new CapabilityRefusal('capability_failed', `The client did not answer: ${said}`);
}
