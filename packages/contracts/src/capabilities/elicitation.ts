import { Type } from '@sinclair/typebox';
import { type FormSchema, USER_ACTIONS } from '../call-client.ts';
import { defineCapability, defineOperation } from './capability-definition.ts';
import { closed, milliseconds, oneOf, options, Reason } from './schema-parts.ts';

const STANDARD = { questionsPerCall: 4, timeoutMs: 300_000, ask: false } as const;

const Form = Type.Unsafe<FormSchema>(
  Type.Object({}, { additionalProperties: true, description: 'A flat object of JSON Schema.' }),
);

/** Names a question among those of its call. Clients name approvals in the same place: `ap_` is theirs. */
export const QuestionKey = Type.String({ pattern: '^(?!ap_)[A-Za-z][A-Za-z0-9_-]{0,59}$' });

const FieldValue = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String()),
]);

const ElicitOptions = options({ key: Type.Optional(QuestionKey) });

/** Forms for the person behind a call. */
export const elicitationCapability = defineCapability({
  handle: 'user',
  summary: 'Questions to the user of the client that calls.',
  example: '{}',
  request: Type.Object({ reason: Reason }, closed),
  grant: Type.Object(
    {
      questionsPerCall: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 16, description: 'Most questions of one call.' }),
      ),
      timeoutMs: Type.Optional(milliseconds('How long a question waits for its answer.')),
      ask: Type.Optional(
        Type.Boolean({ description: 'Each question waits for an approval of the operator first.' }),
      ),
    },
    closed,
  ),
  standard: STANDARD,
  narrow: (grant) => grant,
  grantAll: () => ({}),
  asks: () => [{ what: 'putting questions to the user' }],
  values: {
    form: 'form, or form:ask for questions that an operator approves first',
    list: (grant) => [
      {
        value: granted(grant),
        words: `puts up to ${grant.questionsPerCall ?? STANDARD.questionsPerCall} questions a call to the user${grant.ask ? ', each once an operator has approved it' : ''}`,
      },
    ],
    add: (grant, value) => {
      if (value !== FORM && value !== FORM_ASK) return undefined;
      const { ask: _ask, ...other } = grant ?? {};
      return value === FORM_ASK ? { ...other, ask: true } : other;
    },
    remove: (grant, value) => (value === granted(grant) ? undefined : grant),
    usedBy: (grant) => granted(grant),
  },
  operations: {
    elicit: defineOperation({
      summary:
        'Puts a form to the user of the client and answers what the user did; the time of the call stands still meanwhile.',
      call: (message: string, schema: FormSchema, settings?: typeof ElicitOptions.static) => ({
        message,
        schema,
        options: settings,
      }),
      input: Type.Object(
        {
          message: Type.String({ minLength: 1, maxLength: 2_000 }),
          schema: Form,
          options: Type.Optional(ElicitOptions),
        },
        closed,
      ),
      output: Type.Object({
        action: oneOf(USER_ACTIONS, 'What the user did.'),
        content: Type.Optional(Type.Record(Type.String(), FieldValue)),
      }),
      target: ({ message }) => message,
      waitsOutside: true,
    }),
  },
});

const FORM = 'form';
const FORM_ASK = 'form:ask';

function granted({ ask }: { readonly ask?: boolean | undefined }): string {
  return ask === true ? FORM_ASK : FORM;
}
