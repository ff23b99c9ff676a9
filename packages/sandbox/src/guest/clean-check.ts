import { ownPropertiesOnly } from '@mortise/contracts/plain';
import { Check, Compile, Errors } from 'typebox/schema';
import type { CleanCheck } from '../wire/guest-entries.ts';
import { readArguments } from './read-call.ts';

const COMPILE_AFTER = 3;
const MAX_PROBLEMS = 3;
/** Only a schema that names one of these could take it for a property of every object. */
const INHERITED = new RegExp(`"(?:${Object.getOwnPropertyNames(Object.prototype).join('|')})"`);

/**
 * A check over the JSON form of a schema: what crosses to the host is what is checked against.
 * Interpreted at first and compiled only for tools that are called again, because compiling costs
 * as much as many checks. To be called in a realm in which no code of an extension runs: both the
 * checker and what it compiles use whatever the realm has.
 */
export function createCleanCheck(schemaJson: string): CleanCheck {
  const schema: object = JSON.parse(schemaJson);
  let calls = 0;
  let compiled: { Check(value: unknown): boolean } | undefined;
  const mayInherit = INHERITED.test(schemaJson);
  return (written, pieces, first) => {
    const given = readArguments(written, pieces, first);
    const value = mayInherit ? ownPropertiesOnly(given) : given;
    calls += 1;
    if (calls > COMPILE_AFTER) compiled ??= Compile(schema);
    const fits = compiled === undefined ? Check(schema, value) : compiled.Check(value);
    return fits ? undefined : describeProblems(schema, value);
  };
}

function describeProblems(schema: object, value: unknown): string {
  const answer: unknown = Errors(schema, value);
  const found = Array.isArray(answer) && Array.isArray(answer[1]) ? answer[1] : [];
  const texts = found
    .slice(0, MAX_PROBLEMS)
    .map(
      (problem: { readonly instancePath?: string; readonly message?: string }) =>
        `${problem.instancePath || '/'}: ${problem.message ?? 'is not valid'}`,
    );
  return texts.length === 0 ? '/: does not match the schema' : texts.join('; ');
}
