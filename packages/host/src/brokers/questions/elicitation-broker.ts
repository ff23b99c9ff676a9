import {
  CAPABILITIES,
  type CallClient,
  type CapabilityBroker,
  CapabilityRefusal,
  type CapabilitySubject,
  type GrantOf,
  type JsonValue,
  type OperationInput,
  type OperationOutput,
  showHidden,
  USER_ACTIONS,
} from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';
import { askOutside } from './ask-outside.ts';
import { checkAnswer } from './check-answer.ts';
import { type CheckedForm, interpretForm } from './form-schema.ts';
import { originOf, type QuestionParts } from './question-parts.ts';
import { ADVICE, signQuestion } from './sign-question.ts';

const { standard } = CAPABILITIES.elicitation;

type Input = OperationInput<'elicitation', 'elicit'>;
type Output = OperationOutput<'elicitation', 'elicit'>;

/** Puts questions of tools to the user behind their call. */
export function createElicitationBroker(parts: QuestionParts): CapabilityBroker<'elicitation'> {
  return {
    elicit: (input, grant, subject) => elicit(input, { ...standard, ...grant }, subject, parts),
  };
}

async function elicit(
  input: Input,
  grant: Required<GrantOf<'elicitation'>>,
  subject: CapabilitySubject,
  { room, approve, client: fallback, redactor }: QuestionParts,
): Promise<Output> {
  const known = redactor();
  // A schema is JSON: it came off the wire.
  const rawForm = input.schema as unknown as JsonValue;
  // A host that is mounted in another has said so before.
  const asked = input.message.replaceAll(ADVICE, '');
  const form = interpretForm(known?.redactJson(rawForm) ?? rawForm, asked);
  const text = showHidden(known?.redact(input.message) ?? input.message);
  const ask = requireUser(subject.client, fallback);
  using _place = room.enter(subject, { of: 'elicitation', perCall: grant.questionsPerCall });
  const question = {
    ...{ origin: originOf(subject), key: input.options?.key ?? '' },
    ...{ message: signQuestion(text, subject), schema: form.schema },
  };
  const answer = await askOutside({
    ...{ subject, operation: 'elicitation.elicit', timeoutMs: grant.timeoutMs },
    input: { message: text, form: form.schema as unknown as JsonValue },
    approve: grant.ask ? (approve ?? refuseAll) : undefined,
    ask: (signal) => ask(question, signal),
  });
  return interpretAnswer(answer, form);
}

function requireUser(
  client: CallClient | undefined,
  fallback: CallClient | undefined,
): NonNullable<CallClient['elicit']> {
  const asked = client?.elicit === undefined ? fallback : client;
  if (asked?.elicit !== undefined) return asked.elicit.bind(asked);
  throw new CapabilityRefusal('client_unable', 'Who called has no user that can be asked.');
}

function interpretAnswer(rawAnswer: unknown, form: CheckedForm): Output {
  const { action: rawAction, content } = Object(rawAnswer) as {
    action?: unknown;
    content?: unknown;
  };
  const action = USER_ACTIONS.find((each) => each === rawAction);
  if (action === undefined) throw failed('The answer of the client cannot be read.');
  return action === 'accept' ? { action, content: checkAnswer(form, content) } : { action };
}

/** A grant that asks for approval on a host that has none to give. */
const refuseAll: NonNullable<QuestionParts['approve']> = () =>
  Promise.reject(failed('This host has no one who could approve it.'));
