import { Type } from '@sinclair/typebox';
import { defineCapability, defineOperation } from './capability-definition.ts';
import { QuestionKey } from './elicitation.ts';
import { meetBounds } from './meet-lists.ts';
import { closed, milliseconds, oneOf, Reason } from './schema-parts.ts';

const STANDARD = {
  requestsPerCall: 4,
  maxTokens: 1_000,
  promptChars: 64_000,
  timeoutMs: 300_000,
  ask: false,
} as const;

const MOST_TOKENS = 100_000;
const tokens = (description: string) =>
  Type.Integer({ minimum: 1, maximum: MOST_TOKENS, description });

const Message = Type.Object(
  {
    role: oneOf(['user', 'assistant'], 'Who says it.'),
    text: Type.String({ minLength: 1, maxLength: 256_000 }),
  },
  closed,
);

const SampleRequest = Type.Object(
  {
    messages: Type.Array(Message, { minItems: 1, maxItems: 64 }),
    maxTokens: tokens('Most tokens of the answer.'),
    systemPrompt: Type.Optional(Type.String({ maxLength: 64_000 })),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    stopSequences: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 8 }),
    ),
    key: Type.Optional(QuestionKey),
  },
  closed,
);

/** The model of the client that calls, at its cost. */
export const samplingCapability = defineCapability({
  handle: 'model',
  summary: 'Text that the model of the client that calls writes, at its cost.',
  example: '{}',
  request: Type.Object(
    {
      maxTokens: Type.Optional(tokens('Most tokens that it asks for at once.')),
      reason: Reason,
    },
    closed,
  ),
  grant: Type.Object(
    {
      maxTokens: Type.Optional(tokens('Most tokens of one answer.')),
      requestsPerCall: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 16, description: 'Most requests of one call.' }),
      ),
      promptChars: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 256_000,
          description: 'Most characters of one request.',
        }),
      ),
      timeoutMs: Type.Optional(milliseconds('How long a request waits for its answer.')),
      ask: Type.Optional(
        Type.Boolean({ description: 'Each request waits for an approval of the operator first.' }),
      ),
    },
    closed,
  ),
  standard: STANDARD,
  narrow: (grant, { maxTokens }) => {
    const bound = meetBounds(grant.maxTokens, maxTokens);
    return { ...grant, ...(bound !== undefined && { maxTokens: bound }) };
  },
  grantAll: ({ maxTokens }) => (maxTokens === undefined ? {} : { maxTokens }),
  asks: ({ maxTokens = STANDARD.maxTokens }) => [
    { what: `text of the model of its caller, up to ${maxTokens} tokens at once` },
  ],
  values: {
    form: 'tokens:<most of one answer>, or tokens:<most>:ask for requests that an operator approves first',
    list: (grant) => [
      {
        value: granted(grant),
        words: `has the model of the client write up to ${grant.maxTokens ?? STANDARD.maxTokens} tokens, up to ${grant.requestsPerCall ?? STANDARD.requestsPerCall} times a call${grant.ask ? ', each once an operator has approved it' : ''}`,
      },
    ],
    add: (grant, value) => {
      const [, most, ask] = VALUE.exec(value) ?? [];
      if (most === undefined || Number(most) < 1 || Number(most) > MOST_TOKENS) return undefined;
      const { ask: _ask, ...other } = grant ?? {};
      return { ...other, maxTokens: Number(most), ...(ask !== undefined && { ask: true }) };
    },
    remove: (grant, value) => (value === granted(grant) ? undefined : grant),
    usedBy: (grant) => granted(grant),
  },
  operations: {
    sample: defineOperation({
      summary:
        'Has the model of the client write, and answers its text; the time of the call stands still meanwhile.',
      call: (request: typeof SampleRequest.static) => ({ request }),
      input: Type.Object({ request: SampleRequest }, closed),
      output: Type.Object({
        text: Type.String(),
        model: Type.String(),
        stopReason: Type.Optional(Type.String()),
      }),
      target: ({ request: { messages, maxTokens } }) =>
        `${messages.length} messages, up to ${maxTokens} tokens`,
      waitsOutside: true,
    }),
  },
});

const VALUE = /^tokens:(\d{1,6})(:ask)?$/;

interface Bounds {
  readonly maxTokens?: number | undefined;
  readonly ask?: boolean | undefined;
}

function granted({ maxTokens = STANDARD.maxTokens, ask }: Bounds): string {
  return `tokens:${maxTokens}${ask === true ? ':ask' : ''}`;
}
