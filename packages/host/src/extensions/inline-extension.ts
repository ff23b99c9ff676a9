import type { JsonValue, LimitName, ToolCapabilities } from '@mortise/contracts';

/** An extension as an embedder hands it over: source text and what the operator grants it. */
export interface InlineExtension {
  readonly id: string;
  /** One ESM text without imports; the default export is `function (api)` or `{ register(api) }`. */
  readonly source: string;
  readonly config?: JsonValue;
  /** Nothing is granted unless it stands here. */
  readonly grants?: ToolCapabilities;
  readonly limits?: Partial<Record<LimitName, number>>;
  readonly trust?: 'first-party' | 'third-party';
  /** Category of its tools for loadouts (J-1). */
  readonly category?: string;
  /** None of its tools may run in an isolating worker scope (M-6). */
  readonly sharedOnly?: boolean;
  readonly idempotent?: boolean;
}
