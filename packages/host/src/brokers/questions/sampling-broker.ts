import {
  CAPABILITIES,
  type CallClient,
  type CapabilityBroker,
  CapabilityRefusal,
  type CapabilitySubject,
  type GrantOf,
  type ModelRequest,
  type OperationInput,
  type OperationOutput,
  showHidden,
} from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';
import { askOutside } from './ask-outside.ts';
import { describeAsker, originOf, type QuestionParts } from './question-parts.ts';

const { standard } = CAPABILITIES.sampling;
/** Of what a model answers. */
const MOST_ANSWER_CHARS = 512_000;
const MOST_NAME_CHARS = 200;

type Asked = OperationInput<'sampling', 'sample'>['request'];
type Output = OperationOutput<'sampling', 'sample'>;

/** Has the model behind a call write for its tool, within the tokens that are granted. */
export function createSamplingBroker(parts: QuestionParts): CapabilityBroker<'sampling'> {
  return {
    sample: ({ request }, grant, subject) =>
      sample(request, { ...standard, ...grant }, subject, parts),
  };
}

async function sample(
  asked: Asked,
  grant: Required<GrantOf<'sampling'>>,
  subject: CapabilitySubject,
  { room, approve, client: fallback, redactor }: QuestionParts,
): Promise<Output> {
  if (asked.maxTokens > grant.maxTokens)
    throw denied(`At most ${grant.maxTokens} tokens are granted; it asks for ${asked.maxTokens}.`);
  const chars = charsOf(asked);
  if (chars > grant.promptChars)
    throw denied(`The request has ${chars} characters; ${grant.promptChars} are granted.`);
  const ask = requireModel(subject.client, fallback);
  using _place = room.enter(subject, { of: 'sampling', perCall: grant.requestsPerCall });
  const known = redactor();
  const clean = (text: string) => showHidden(known?.redact(text) ?? text);
  const request = describeRequest(asked, subject, clean);
  const { origin: _origin, key: _key, messages, ...settings } = request;
  const answer = await askOutside({
    ...{ subject, operation: 'sampling.sample', timeoutMs: grant.timeoutMs },
    input: { ...settings, messages: messages.map((each) => ({ ...each })) } as never,
    approve: grant.ask ? (approve ?? refuseAll) : undefined,
    ask: (signal) => ask(request, signal),
  });
  return interpretAnswer(answer);
}

function charsOf({ messages, systemPrompt = '', stopSequences = [] }: Asked): number {
  const texts = [systemPrompt, ...stopSequences, ...messages.map(({ text }) => text)];
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function requireModel(
  client: CallClient | undefined,
  fallback: CallClient | undefined,
): NonNullable<CallClient['sample']> {
  const asked = client?.sample === undefined ? fallback : client;
  if (asked?.sample !== undefined) return asked.sample.bind(asked);
  throw new CapabilityRefusal('client_unable', 'Who called has no model that can be asked.');
}

/** Who looks at the request sees whose it is. */
function describeRequest(
  { key = '', systemPrompt, messages, maxTokens, temperature, stopSequences }: Asked,
  subject: CapabilitySubject,
  clean: (text: string) => string,
): ModelRequest {
  const whose = `This request comes from the ${describeAsker(subject)}.`;
  const prompt = systemPrompt === undefined ? whose : `${whose}\n\n${clean(systemPrompt)}`;
  return {
    ...{ origin: originOf(subject), key, systemPrompt: prompt, maxTokens },
    messages: messages.map(({ role, text }) => ({ role, text: clean(text) })),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stopSequences }),
  };
}

function interpretAnswer(rawAnswer: unknown): Output {
  const { text, model, stopReason } = Object(rawAnswer) as Readonly<Record<string, unknown>>;
  if (typeof text !== 'string') throw failed('The answer of the model is no text.');
  if (text.length > MOST_ANSWER_CHARS)
    throw failed(`The answer of the model has ${text.length} characters.`);
  return {
    text,
    model: typeof model === 'string' ? model.slice(0, MOST_NAME_CHARS) : '',
    ...(typeof stopReason === 'string' && { stopReason: stopReason.slice(0, MOST_NAME_CHARS) }),
  };
}

/** A grant that asks for approval on a host that has none to give. */
const refuseAll: NonNullable<QuestionParts['approve']> = () =>
  Promise.reject(failed('This host has no one who could approve it.'));
