import type { JsonSchema } from './json.ts';

/** An argument of a prompt, or a variable in the address of a resource. Its value is a text. */
export interface EntryArgument {
  readonly name: string;
  readonly description?: string;
  readonly isRequired: boolean;
  /** Values can be asked for, with a call that has `COMPLETE`. */
  readonly isCompleted: boolean;
}

/**
 * The argument of a call that asks for values of another one, by its name, in place of the prompt or resource itself:
 * a completion is such a call. No argument of an author starts with this sign.
 */
export const COMPLETE = '$complete';

/** Beside a part of a prompt, in `_meta`: who says it, if it is not the user. */
export const PROMPT_ROLE = 'dev.mortise/role';

const ARGUMENT_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** The one form that schemas of prompts and resources have. */
export function schemaOfArguments(given: readonly EntryArgument[]): JsonSchema {
  const properties = given.map(({ name, description }) => [
    name,
    { type: 'string', ...(description === undefined ? {} : { description }) },
  ]);
  const completed = given.filter(({ isCompleted }) => isCompleted).map(({ name }) => name);
  const asked = completed.length === 0 ? [] : [[COMPLETE, { enum: completed }]];
  return {
    type: 'object',
    properties: Object.fromEntries([...properties, ...asked]),
    required: given.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** The arguments that a schema of this form has; `undefined` for any other: guests and servers write them. */
export function argumentsOfSchema(schema: JsonSchema): readonly EntryArgument[] | undefined {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (!isRecord(properties) || !isTexts(required) || additionalProperties !== false)
    return undefined;
  const { [COMPLETE]: asked, ...others } = properties;
  const completed = asked === undefined ? [] : isRecord(asked) ? asked['enum'] : undefined;
  if (!isTexts(completed)) return undefined;
  const found = Object.entries(others).flatMap(([name, value]) => {
    const isText = isRecord(value) && value['type'] === 'string' && ARGUMENT_NAME.test(name);
    if (!isText) return [];
    const { description } = value;
    const said = typeof description === 'string' ? { description } : {};
    const isRequired = required.includes(name);
    return [{ name, ...said, isRequired, isCompleted: completed.includes(name) }];
  });
  const names = new Set(found.map(({ name }) => name));
  const isWhole = found.length === Object.keys(others).length;
  return isWhole && [...required, ...completed].every((name) => names.has(name))
    ? found
    : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
