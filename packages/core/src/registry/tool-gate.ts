import type {
  JsonValue,
  Refusal,
  RefusalCode,
  ResourceAddress,
  ToolEntry,
} from '@mortise/contracts';

/**
 * The one question both listing and running ask: may this request use this tool?
 * `undefined` means yes; a text says why not, for the model to read.
 */
export interface ToolGate {
  /** The code of its refusals; `not_available` if absent. */
  readonly code?: RefusalCode;
  refusalFor(entry: ToolEntry): string | undefined;
  /** Whether the refusal is an outage: nothing forbids the tool, it cannot work now. */
  isOutage?(entry: ToolEntry): boolean;
  /** What a call is refused with in an outage, where more is known than that it cannot work. */
  outageOf?(entry: ToolEntry): Refusal | undefined;
  /** Names a refusal may suggest: what this request can see. */
  visibleNames(): Iterable<string>;
  /** Which resource an address is; a call with values for a template reads no other one. */
  resourceAt?(uri: string): ResourceAddress | undefined;
  overridesOf?(entry: ToolEntry): { readonly [key: string]: JsonValue } | undefined;
}
