import { failed } from '../broker-refusal.ts';
import type { CheckedField, CheckedForm } from './form-schema.ts';

type FieldValue = string | number | boolean | string[];

/** Longer than any field may ask for. */
const MOST_CHARS = 4_000;

/**
 * What was entered in a form, field by field; what was not asked for is left out. Throws a refusal that names the
 * first field that does not fit.
 */
export function checkAnswer(
  { fields, required }: CheckedForm,
  rawContent: unknown,
): Record<string, FieldValue> {
  if (typeof rawContent !== 'object' || rawContent === null || Array.isArray(rawContent))
    throw failed('The answer of the client has no content.');
  const entries = [...fields].flatMap(([name, field]): [string, FieldValue][] => {
    const rawValue = Object.hasOwn(rawContent, name) ? Reflect.get(rawContent, name) : undefined;
    if (rawValue === undefined || rawValue === null) {
      if (required.includes(name)) throw unfit(name, 'it is missing');
      return [];
    }
    return [[name, checkField(name, field, rawValue)]];
  });
  return Object.fromEntries(entries);
}

function checkField(name: string, field: CheckedField, rawValue: unknown): FieldValue {
  switch (field.type) {
    case 'string':
      return checkText(name, field, rawValue);
    case 'number':
    case 'integer':
      return checkNumber(name, field, rawValue);
    case 'boolean':
      if (typeof rawValue !== 'boolean') throw unfit(name, 'it is neither true nor false');
      return rawValue;
    case 'array':
      return checkList(name, field, rawValue);
    default:
      return field satisfies never;
  }
}

type FieldOf<Type extends CheckedField['type']> = Extract<CheckedField, { type: Type }>;

function checkText(name: string, field: FieldOf<'string'>, rawValue: unknown): string {
  const { minLength = 0, maxLength = MOST_CHARS, format } = field;
  if (typeof rawValue !== 'string') throw unfit(name, 'it is no text');
  if (rawValue.length < minLength || rawValue.length > maxLength)
    throw unfit(name, `it has ${rawValue.length} characters, not ${minLength} to ${maxLength}`);
  const choices = field.enum ?? field.oneOf?.map((each) => each.const);
  if (choices?.includes(rawValue) === false) throw unfit(name, 'it is none of the choices');
  if (format !== undefined && !FORMATS[format](rawValue)) throw unfit(name, `it is no ${format}`);
  return rawValue;
}

const FORMATS = {
  email: (text: string) => /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text),
  uri: (text: string) => URL.canParse(text),
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text: string) =>
    /^\d{4}-\d{2}-\d{2}T/i.test(text) && !Number.isNaN(Date.parse(text)),
} as const satisfies Record<NonNullable<FieldOf<'string'>['format']>, (text: string) => boolean>;

function checkNumber(
  name: string,
  {
    type,
    minimum = Number.NEGATIVE_INFINITY,
    maximum = Number.POSITIVE_INFINITY,
  }: FieldOf<'number' | 'integer'>,
  rawValue: unknown,
): number {
  if (typeof rawValue !== 'number' || !Number.isFinite(rawValue))
    throw unfit(name, 'it is no number');
  if (type === 'integer' && !Number.isInteger(rawValue)) throw unfit(name, 'it is no whole number');
  if (rawValue < minimum || rawValue > maximum) throw unfit(name, 'it is out of bounds');
  return rawValue;
}

function checkList(name: string, field: FieldOf<'array'>, rawValue: unknown): string[] {
  const { items, minItems = 0, maxItems = 100 } = field;
  const choices = 'enum' in items ? items.enum : items.anyOf.map((each) => each.const);
  if (!Array.isArray(rawValue)) throw unfit(name, 'it is no list');
  if (rawValue.length < minItems || rawValue.length > maxItems)
    throw unfit(name, `it has ${rawValue.length} entries, not ${minItems} to ${maxItems}`);
  return rawValue.map((each: unknown) => {
    if (typeof each !== 'string' || !choices.includes(each))
      throw unfit(name, 'it has an entry that is none of the choices');
    return each;
  });
}

function unfit(name: string, why: string) {
  return failed(`The answer does not fit the form: ${name}: ${why}.`);
}
