import { Value } from '@sinclair/typebox/value';
import { explainFirstFault } from '../schema/explain-schema-error.ts';
import type { OperationDefinition } from './capability-definition.ts';
import { CapabilityRefusal } from './capability-refusal.ts';

/**
 * Checks what a guest asks with: a list of arguments, or an object that names them. Throws a
 * `CapabilityRefusal` that says what does not fit.
 */
export function interpretInput(operation: OperationDefinition, rawInput: unknown): object {
  const named = Array.isArray(rawInput) ? nameArguments(operation, rawInput) : rawInput;
  if (Value.Check(operation.input, named)) return named;
  const names = Object.keys(operation.input.properties).join(', ');
  const fault = explainFirstFault(operation.input, named) ?? `${names}: not valid`;
  throw unfit(`The input does not fit: ${fault}.`);
}

/** `undefined` crosses as null inside a list, so a null stands for an optional argument left out. */
function nameArguments(operation: OperationDefinition, list: readonly unknown[]): object {
  const most = operation.call.length;
  if (list.length > most) {
    throw unfit(`Too many arguments: ${list.length} instead of at most ${most}.`);
  }
  const required = new Set(operation.input.required);
  const named = Object.entries(operation.call(...list)).filter(
    ([name, value]) => value !== undefined && (value !== null || required.has(name)),
  );
  return Object.fromEntries(named);
}

function unfit(message: string): CapabilityRefusal {
  return new CapabilityRefusal('capability_failed', message);
}
