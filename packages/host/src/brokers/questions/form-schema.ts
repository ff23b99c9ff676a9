import { explainFirstFault, type FormField, type FormSchema, showHidden } from '@mortise/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { denied, failed } from '../broker-refusal.ts';
import { findCredentialWord } from './credential-words.ts';

const closed = { additionalProperties: false } as const;
const Words = { title: Type.Optional(Type.String({ maxLength: 200 })) };
const About = { ...Words, description: Type.Optional(Type.String({ maxLength: 500 })) };
const Choice = Type.String({ maxLength: 200 });
const Choices = Type.Array(Choice, { minItems: 1, maxItems: 100, uniqueItems: true });
const TitledChoices = Type.Array(Type.Object({ const: Choice, title: Choice }, closed), {
  minItems: 1,
  maxItems: 100,
});
const Length = Type.Integer({ minimum: 0, maximum: 4_000 });

/** Formats that a text may be asked for in. */
export const FORM_FORMATS = ['email', 'uri', 'date', 'date-time'] as const;

const TextField = Type.Object(
  {
    ...{ type: Type.Literal('string'), ...About, default: Type.Optional(Choice) },
    ...{ minLength: Type.Optional(Length), maxLength: Type.Optional(Length) },
    format: Type.Optional(Type.Union(FORM_FORMATS.map((each) => Type.Literal(each)))),
    ...{ enum: Type.Optional(Choices), enumNames: Type.Optional(Type.Array(Choice)) },
    oneOf: Type.Optional(TitledChoices),
  },
  closed,
);
const NumberField = Type.Object(
  {
    type: Type.Union([Type.Literal('number'), Type.Literal('integer')]),
    ...{ ...About, default: Type.Optional(Type.Number()) },
    ...{ minimum: Type.Optional(Type.Number()), maximum: Type.Optional(Type.Number()) },
  },
  closed,
);
const SwitchField = Type.Object(
  { type: Type.Literal('boolean'), ...About, default: Type.Optional(Type.Boolean()) },
  closed,
);
const ListField = Type.Object(
  {
    ...{ type: Type.Literal('array'), ...About, default: Type.Optional(Type.Array(Choice)) },
    ...{ minItems: Type.Optional(Length), maxItems: Type.Optional(Length) },
    items: Type.Union([
      Type.Object({ type: Type.Literal('string'), enum: Choices }, closed),
      Type.Object({ anyOf: TitledChoices }, closed),
    ]),
  },
  closed,
);
const Field = Type.Union([TextField, NumberField, SwitchField, ListField]);

/** The flat forms of MCP: no objects in objects, no patterns. */
const Form = Type.Object(
  {
    type: Type.Literal('object'),
    properties: Type.Record(
      Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' }),
      Type.Unknown(),
      { maxProperties: 32, ...closed },
    ),
    required: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 32 })),
  },
  closed,
);

export type CheckedField = Static<typeof Field>;

/** A form that the host has looked at: its texts hide nothing. */
export interface CheckedForm {
  readonly fields: ReadonlyMap<string, CheckedField>;
  readonly required: readonly string[];
  readonly schema: FormSchema;
}

/**
 * Reads a form of a guest. Throws a refusal for what is no flat form, and for one that asks for a password or a
 * key, in its fields or in the question above them: clients show, log and pass on what is entered in forms, and an operator has `secrets` for that.
 */
export function interpretForm(guestValue: unknown, message = ''): CheckedForm {
  if (!Value.Check(Form, guestValue))
    throw failed(`The form cannot be used: ${whyNot(guestValue)}.`);
  const { properties, required = [] } = guestValue;
  const fields = new Map<string, CheckedField>();
  for (const [name, rawField] of Object.entries(properties)) {
    if (!Value.Check(Field, rawField))
      throw failed(`The field "${name}" of the form is no text, number, boolean or choice of MCP.`);
    refuseCredentials(name, rawField);
    fields.set(name, showTexts(rawField));
  }
  if ([...fields.values()].some(takesAnything)) refuseWords('question', message);
  const missing = required.find((name) => !fields.has(name));
  if (missing !== undefined) throw failed(`The form requires "${missing}", which is no field.`);
  // Checked above, field by field.
  const shown = Object.fromEntries(fields) as unknown as { readonly [name: string]: FormField };
  const schema = { type: 'object', properties: shown, required: [...required] } as const;
  return { fields, required, schema };
}

function whyNot(guestValue: unknown): string {
  return explainFirstFault(Form, guestValue, 'it') ?? 'it: not valid';
}

function refuseCredentials(name: string, { title = '', description = '' }: CheckedField): void {
  refuseWords(`field "${name}"`, `${name} ${title} ${description}`);
}

function refuseWords(place: string, text: string): void {
  const word = findCredentialWord(text);
  if (word === undefined) return;
  throw denied(
    `The ${place} asks for something like a ${word}. Forms are no place for it: ask for the capability secrets.`,
  );
}

/** A secret could be entered in it. */
function takesAnything(field: CheckedField): boolean {
  if (field.type === 'string') return field.enum === undefined && field.oneOf === undefined;
  return field.type === 'number' || field.type === 'integer';
}

/** The same with texts for people in which nothing hides; what is answered with stays as it is. */
function showTexts(field: CheckedField): CheckedField {
  const text = JSON.stringify(field, (_key, value: unknown) =>
    typeof value === 'string' ? showHidden(value) : value,
  );
  return JSON.parse(text) as CheckedField;
}
