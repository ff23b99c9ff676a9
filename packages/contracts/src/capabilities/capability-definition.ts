import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { JsonValue } from '../json.ts';

/** Readonly to the leaves. */
export type ReadonlyDeep<Value> = [JsonValue] extends [Value]
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly ReadonlyDeep<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> }
      : Value;

/** What a schema describes, as data that is only read. */
export type DataOf<Schema extends TSchema> = ReadonlyDeep<Static<Schema>>;

/** One thing that a request asks for, in words that a person reads before granting it. */
export interface CapabilityAsk {
  readonly what: string;
  /** A bound in bytes; the same `what` with a larger one asks for more. */
  readonly mostBytes?: number;
}

/** One thing that a grant gives. */
export interface GrantValue {
  /** As `mortise grant` and `mortise revoke` take it. */
  readonly value: string;
  /** What it means, in words for people. What a stranger wrote in it is quoted and bounded. */
  readonly words: string;
}

/** A manifest says how far its tools may go; a tool says what it uses, and leaves the rest as granted. */
export type Asker = 'manifest' | 'tool';

/** What is known where a whole request is granted. */
export interface GrantPlace {
  /** Stands for `*` where folders are asked for. */
  readonly workspace: string;
  /** The hosts that the same extension asks for. */
  readonly hosts: readonly string[];
}

/** One operation that a guest may ask of the host. */
export interface OperationDefinition {
  /** One sentence: what it does and what it answers. */
  readonly summary: string;
  readonly input: TObject;
  readonly output: TSchema;
  /** The guest's arguments, named. Its parameters are those of the guest's function. */
  call(...args: readonly unknown[]): object;
  /** What the audit log says it was asked of. */
  target(input: unknown): string;
  /**
   * It goes on with what another operation began and recorded: it is recorded only if it is refused, and
   * `CONTINUED_PER_CALL` of it count as one use.
   */
  readonly isContinued?: true;
  /** It waits for a person or a model behind the caller: the time of the call stands still until it is answered. */
  readonly waitsOutside?: true;
}

/** So many uses of operations that go on with something count as one. */
export const CONTINUED_PER_CALL = 50;

/** A grant as operators read and edit it, value by value. */
export interface GrantValues {
  /** What a value looks like, for people. */
  readonly form: string;
  list(grant: unknown): readonly GrantValue[];
  /** With one more value, from nothing if there is no grant; undefined if it is no value. */
  add(grant: unknown, value: string, place: GrantPlace): unknown;
  /** Without one of its values; undefined if nothing is left. */
  remove(grant: unknown, value: string): unknown;
  /** The value that a use of the capability fell under, from what the audit log says it was asked of. */
  usedBy?(grant: unknown, target: string): string | undefined;
}

/**
 * One kind of authority, declared once: schemas, guest handles, types, dispatch, fakes, consent text
 * and documentation come from it. Methods get data that fits the schemas beside them.
 */
export interface CapabilityDefinition {
  /** `ctx.<handle>` has one function per operation; undefined if the guest has a way of its own. */
  readonly handle: string | undefined;
  readonly summary: string;
  /** The least request that asks for something, as an author writes it. */
  readonly example: string;
  /** What a manifest or a tool asks for. */
  readonly request: TSchema;
  /** What an operator grants. */
  readonly grant: TSchema;
  /** What holds where a grant says nothing. */
  readonly standard: object;
  readonly operations: { readonly [name: string]: OperationDefinition };
  /** What is within both; undefined if nothing is. What a request has no word for is kept. */
  narrow(grant: unknown, request: unknown, asker: Asker): unknown;
  /** All that a request asks for. */
  grantAll(request: unknown, place: GrantPlace): unknown;
  asks(request: unknown): readonly CapabilityAsk[];
  readonly values: GrantValues;
  /** What of a request an operator may only grant knowing the reason. */
  needsReason?(request: unknown): string | undefined;
  /** The grant with each of its folders replaced. */
  mapFolders?(grant: unknown, replace: (folder: string) => string): unknown;
  /** Most bytes that the grant lets one operation hand over, if it says so. */
  inputBytes?(grant: unknown): number | undefined;
}

/** Each argument as the guest may leave it out. */
type Packed<Input extends TObject> = {
  readonly [Key in keyof Static<Input>]-?: ReadonlyDeep<Static<Input>[Key]> | undefined;
};

export interface TypedOperation<
  Input extends TObject,
  Output extends TSchema,
  Arguments extends readonly unknown[],
> {
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  call(...args: Arguments): Packed<Input>;
  target(input: DataOf<Input>): string;
  readonly isContinued?: true;
  readonly waitsOutside?: true;
}

/** Ties the functions of an operation to its schemas. */
export function defineOperation<
  Input extends TObject,
  Output extends TSchema,
  Arguments extends readonly unknown[],
>(operation: TypedOperation<Input, Output, Arguments>): typeof operation {
  return operation;
}

interface TypedValues<Grant> {
  readonly form: string;
  list(grant: Grant): readonly GrantValue[];
  add(grant: Grant | undefined, value: string, place: GrantPlace): Grant | undefined;
  remove(grant: Grant, value: string): Grant | undefined;
  usedBy?(grant: Grant, target: string): string | undefined;
}

export interface TypedCapability<
  Handle extends string | undefined,
  Request extends TSchema,
  Grant extends TSchema,
  Standard extends object,
  Operations extends CapabilityDefinition['operations'],
> {
  readonly handle: Handle;
  readonly summary: string;
  readonly example: string;
  readonly request: Request;
  readonly grant: Grant;
  readonly standard: Standard;
  readonly operations: Operations;
  narrow(grant: DataOf<Grant>, request: DataOf<Request>, asker: Asker): DataOf<Grant> | undefined;
  grantAll(request: DataOf<Request>, place: GrantPlace): DataOf<Grant>;
  asks(request: DataOf<Request>): readonly CapabilityAsk[];
  readonly values: TypedValues<DataOf<Grant>>;
  needsReason?(request: DataOf<Request>): string | undefined;
  mapFolders?(grant: DataOf<Grant>, replace: (folder: string) => string): DataOf<Grant>;
  inputBytes?(grant: DataOf<Grant>): number | undefined;
}

/** Ties the functions of a capability to its schemas. */
export function defineCapability<
  const Handle extends string | undefined,
  Request extends TSchema,
  Grant extends TSchema,
  Standard extends object,
  Operations extends CapabilityDefinition['operations'],
>(capability: TypedCapability<Handle, Request, Grant, Standard, Operations>): typeof capability {
  return capability;
}
