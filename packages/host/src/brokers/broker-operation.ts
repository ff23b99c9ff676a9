import type { BrokerSubject, JsonValue } from '@mortise/contracts';
import type { Static, TObject } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { failed } from './broker-refusal.ts';

/** One thing a broker does, after its input has been checked. */
export interface BrokerOperation<Grant> {
  prepare(rawInput: JsonValue): PreparedOperation<Grant>;
}

export interface PreparedOperation<Grant> {
  /** What the audit log says it was asked of. */
  readonly target: string;
  run(grant: Grant, subject: BrokerSubject): Promise<JsonValue> | JsonValue;
}

export interface OperationSpec<Input extends TObject, Grant> {
  readonly input: Input;
  /** Names of the guest's positional arguments, in order. */
  readonly parameters: readonly string[];
  readonly target: (input: Static<Input>) => string;
  readonly run: (
    input: Static<Input>,
    grant: Grant,
    subject: BrokerSubject,
  ) => Promise<JsonValue> | JsonValue;
}

/** Binds an operation to the schema of its input. Input that does not match never reaches `run`. */
export function defineOperation<Input extends TObject, Grant>(
  spec: OperationSpec<Input, Grant>,
): BrokerOperation<Grant> {
  return {
    prepare: (rawInput) => {
      const input = interpretInput(rawInput, spec);
      return {
        target: spec.target(input),
        run: (grant, subject) => spec.run(input, grant, subject),
      };
    },
  };
}

function interpretInput<Input extends TObject, Grant>(
  rawInput: JsonValue,
  { input, parameters }: OperationSpec<Input, Grant>,
): Static<Input> {
  const named = Array.isArray(rawInput) ? nameArguments(rawInput, parameters, input) : rawInput;
  if (Value.Check(input, named)) return named;
  const fault = Value.Errors(input, named).First();
  const place = fault?.path.slice(1).replaceAll('/', '.') || parameters.join(', ') || 'input';
  throw failed(`The input does not fit: ${place.slice(0, 100)}: ${fault?.message ?? 'not valid'}.`);
}

/** `undefined` crosses as null inside a list, so a null stands for an optional argument left out. */
function nameArguments(
  list: readonly JsonValue[],
  parameters: readonly string[],
  input: TObject,
): Record<string, JsonValue> {
  if (list.length > parameters.length) {
    throw failed(`Too many arguments: ${list.length} instead of at most ${parameters.length}.`);
  }
  const required = new Set(input.required ?? []);
  const pairs = list.flatMap((value, index) => {
    const name = parameters[index] ?? '';
    return value === null && !required.has(name) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
}
