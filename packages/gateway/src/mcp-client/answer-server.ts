import {
  type Client,
  type ClientCapabilities,
  type CreateMessageRequestParams,
  type CreateMessageResult,
  type ElicitRequestParams,
  type ElicitResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import { CapabilityRefusal, type McpServerConfig, type ServerGrants } from '@mortise/contracts';
import type { Host, ServerQuestion } from '@mortise/host';
import { readForm, readPrompt } from './interpret-question.ts';
import { MOST_QUESTIONS } from './open-call.ts';
import type { OpenCalls } from './open-calls.ts';

/** What a server is told that it may ask for: what was granted to it. */
export function abilitiesFor({ elicitation, sampling }: ServerGrants = {}): ClientCapabilities {
  return {
    ...(elicitation === undefined ? {} : { elicitation: { form: {} } }),
    ...(sampling === undefined ? {} : { sampling: {} }),
  };
}

export interface AnswerParts {
  readonly server: McpServerConfig;
  readonly host: Pick<Host, 'askForServer'>;
  readonly calls: OpenCalls;
}

/** Has a connection answer what its server asks, before it is made. Whatever is refused is an error that says why. */
export function answerServer(client: Client, parts: AnswerParts): void {
  const { elicitation, sampling } = parts.server.grants ?? {};
  if (elicitation !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => elicit(params, parts));
  if (sampling !== undefined)
    client.setRequestHandler('sampling/createMessage', ({ params }) => sample(params, parts));
  // What was not granted was not declared. A server that asks for it all the same reads why it gets nothing.
  client.fallbackRequestHandler = async ({ method }) => {
    const operation = OPERATIONS.get(method);
    if (operation === undefined)
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    await ask(operation, () => undefined, parts);
    return {};
  };
}

const OPERATIONS: ReadonlyMap<string, ServerQuestion['operation']> = new Map([
  ['elicitation/create', 'elicitation.elicit'],
  ['sampling/createMessage', 'sampling.sample'],
]);

async function elicit(params: ElicitRequestParams, parts: AnswerParts): Promise<ElicitResult> {
  const read = () => readForm(params);
  // The broker has held the answer to the form.
  return (await ask('elicitation.elicit', read, parts)) as unknown as ElicitResult;
}

async function sample(
  params: CreateMessageRequestParams,
  parts: AnswerParts,
): Promise<CreateMessageResult> {
  const answer = await ask('sampling.sample', () => readPrompt(params), parts);
  // What the operation answers, by its table.
  const { text, ...other } = answer as unknown as Sampled;
  return { role: 'assistant', content: { type: 'text', text }, ...other };
}

type Sampled = { readonly text: string } & Pick<CreateMessageResult, 'model' | 'stopReason'>;

async function ask(
  operation: ServerQuestion['operation'],
  read: () => unknown,
  { server, host, calls }: AnswerParts,
) {
  const call = calls.asking();
  if (call === undefined) throw refused('capability_failed', NO_CALL);
  if (!call.mayAsk()) throw refused('capability_denied', TOO_OFTEN);
  const { request, ports, signal } = call;
  try {
    const { client } = ports;
    const question = { operation, rawInput: read(), request, client, signal };
    const answer = host.askForServer(server, question);
    return await (call.mayWait ? call.waitFor(answer) : answer);
  } catch (error) {
    if (!CapabilityRefusal.is(error)) throw error;
    throw refused(error.code, error.message);
  }
}

const NO_CALL =
  'Nobody can be asked: no call of this server is open, or several are and nothing says for which of them it asks.';

const TOO_OFTEN = `In one call a server asks not more than ${MOST_QUESTIONS} times.`;

function refused(code: CapabilityRefusal['code'], message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, message, { code });
}
