import type { TSchema } from '@sinclair/typebox';
import type { CapabilityDefinition, DataOf, OperationDefinition } from './capability-definition.ts';
import { CAPABILITIES, CAPABILITY_NAMES, type CapabilityName } from './capability-table.ts';

type Table = typeof CAPABILITIES;

export type OperationName<Name extends CapabilityName> = keyof Table[Name]['operations'] & string;

/** The data that one schema of an operation describes. */
type DataIn<Operation, Part extends 'input' | 'output'> = Operation extends {
  readonly [Key in Part]: infer Schema extends TSchema;
}
  ? DataOf<Schema>
  : never;

/** What a broker gets: the guest's arguments, named and checked. */
export type OperationInput<
  Name extends CapabilityName,
  Operation extends OperationName<Name>,
> = DataIn<Table[Name]['operations'][Operation], 'input'>;

/** What a broker answers. */
export type OperationOutput<
  Name extends CapabilityName,
  Operation extends OperationName<Name>,
> = DataIn<Table[Name]['operations'][Operation], 'output'>;

type Arguments<Operation> = Operation extends { call(...args: infer Given): object }
  ? Given
  : never;

type CapabilityHandle<Name extends CapabilityName> = {
  [Operation in OperationName<Name>]: (
    ...args: Arguments<Table[Name]['operations'][Operation]>
  ) => Promise<OperationOutput<Name, Operation>>;
};

/** What a tool's context has of the table: `storage`, `secrets`, `fs` and their like. */
export type CapabilityHandles = {
  readonly [Name in CapabilityName as Table[Name]['handle'] & string]: CapabilityHandle<Name>;
};

/** The same as plain data, for the guest: no schema crosses into an isolate. */
export interface HandleOutline {
  readonly handle: string;
  readonly capability: string;
  readonly operations: readonly string[];
}

export const HANDLE_OUTLINES: readonly HandleOutline[] = CAPABILITY_NAMES.flatMap((capability) => {
  const { handle, operations } = CAPABILITIES[capability];
  return handle === undefined ? [] : [{ handle, capability, operations: Object.keys(operations) }];
});

/** One operation of the table, found by what a guest calls it. */
export interface FoundOperation {
  readonly capability: CapabilityName;
  readonly operation: string;
  readonly definition: OperationDefinition;
}

// A map, because the name comes from a guest and must not reach a prototype.
const BY_NAME: ReadonlyMap<string, FoundOperation> = new Map(
  CAPABILITY_NAMES.flatMap((capability) => {
    const operations: CapabilityDefinition['operations'] = CAPABILITIES[capability].operations;
    return Object.entries(operations).map(([operation, definition]) => [
      `${capability}.${operation}`,
      { capability, operation, definition },
    ]);
  }),
);

/** `name` is `<capability>.<operation>`, as it came off the wire. */
export function findOperation(name: string): FoundOperation | undefined {
  return BY_NAME.get(name);
}

/** The names of those that go on with something, as they stand on the wire. */
export const CONTINUED_OPERATIONS: readonly string[] = [...BY_NAME]
  .filter(([, { definition }]) => definition.isContinued === true)
  .map(([name]) => name);
