import type { JsonValue, LimitName, OutcomeCode, ToolCapabilities } from '@mortise/contracts';

/** A hostile extension, and the exact way in which it must fail. */
export interface Hazard {
  /** What it tries, as a sentence. */
  readonly title: string;
  /** The extension: one ESM text. Its tool is `attack` unless `tool` says otherwise. */
  readonly source: string;
  readonly tool?: string;
  readonly args?: unknown;
  readonly config?: JsonValue;
  readonly grants?: ToolCapabilities;
  readonly limits?: Partial<Record<LimitName, number>>;
  readonly expect: HazardEnd;
}

export type HazardEnd =
  /** The extension does not load; nothing of it stays. */
  | { readonly load: string }
  /** It loads, and its call ends with this code; `message` must match where given. */
  | { readonly code: OutcomeCode; readonly message?: RegExp }
  /** It loads and answers, and the answer shows that it got nowhere. */
  | { readonly text: string | RegExp };
