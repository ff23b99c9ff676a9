import { createRequire } from 'node:module';
import {
  type JsonSchema,
  type Refusal,
  refuse,
  type ToolCall,
  type Writable,
} from '@mortise/contracts';
import { ownPropertiesOnly } from '@mortise/contracts/plain';
import { snapshotJson } from '../registry/json-snapshot.ts';

const load = createRequire(import.meta.url);

/** 235 modules that most processes never need: arguments of extensions are checked in their isolates. */
function schemaLibrary(): typeof import('typebox/schema') {
  return load('typebox/schema');
}

/** Copies the arguments and checks the copy against the schema, before the tool can see them. */
export function validateArguments(call: Writable<ToolCall>): Refusal | undefined {
  const refusal = copyArguments(call);
  if (refusal !== undefined) return refusal;
  const problem = firstProblem(call.entry.schema, call.args);
  if (problem === undefined) return undefined;
  return refuse('input_invalid', `Invalid arguments for "${call.toolName}": ${problem}.`);
}

/** Puts a frozen copy in the place of the caller's own arguments: it is seen, and it runs. */
export function copyArguments(call: Writable<ToolCall>): Refusal | undefined {
  if (call.isCopied === true) return undefined;
  const { argumentBytes: maxBytes, argumentDepth: maxDepth } = call.limits;
  const copy = snapshotJson(call.args, { maxBytes, maxDepth });
  if (copy.status === 'refused') {
    const message = `The arguments of "${call.toolName}" cannot be used: the value ${copy.reason}.`;
    return refuse('input_invalid', message);
  }
  call.args = copy.value;
  call.isCopied = true;
  return undefined;
}

/** The first place where a value breaks a schema, as `/path: what is wrong`. */
export function firstProblem(schema: JsonSchema, value: unknown): string | undefined {
  const [isValid, errors] = schemaLibrary().Errors(schema, ownPropertiesOnly(value));
  if (isValid) return undefined;
  const [first] = errors;
  if (first === undefined) return 'it does not match the schema';
  // A `false` schema is how "no additional properties" fails; its own message says nothing to a model.
  const message = first.keyword === 'boolean' ? 'is not a property of this tool' : first.message;
  return `${first.instancePath || '/'}: ${message}`;
}
