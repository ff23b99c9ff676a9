import { Check, Compile, Errors } from 'typebox/schema';
import { isArray, jsonParse } from './intrinsics.ts';

/** Decides whether a JSON value fits a schema; says where it does not. */
export interface SchemaCheck {
  /** Undefined if it fits; otherwise `/path: what is wrong` of the first few places. */
  problem(value: unknown): string | undefined;
}

const COMPILE_AFTER = 3;
const MAX_PROBLEMS = 3;

/**
 * A check over the JSON form of a schema: what crosses to the host is what is checked against.
 * Interpreted at first and compiled only for tools that are called again, because compiling costs
 * as much as many checks.
 */
export function createSchemaCheck(schemaJson: string): SchemaCheck {
  const schema: object = jsonParse(schemaJson);
  let calls = 0;
  let compiled: { Check(value: unknown): boolean } | undefined;
  return {
    problem(value) {
      calls += 1;
      if (calls > COMPILE_AFTER) compiled ??= Compile(schema);
      const fits = compiled === undefined ? Check(schema, value) : compiled.Check(value);
      return fits ? undefined : describeProblems(schema, value);
    },
  };
}

function describeProblems(schema: object, value: unknown): string {
  const answer: unknown = Errors(schema, value);
  const found = isArray(answer) && isArray(answer[1]) ? answer[1] : [];
  let text = '';
  for (let index = 0; index < found.length && index < MAX_PROBLEMS; index += 1) {
    const problem = found[index] as { readonly instancePath?: string; readonly message?: string };
    text += `${index === 0 ? '' : '; '}${problem.instancePath || '/'}: ${problem.message ?? 'is not valid'}`;
  }
  return text === '' ? '/: does not match the schema' : text;
}
