import type { CapabilityGrants, ErrorCode, JsonValue, LimitSettings } from '@mortise/contracts';
import type { HazardStage } from './hazard-stage.ts';

/** A hostile extension, and the exact way in which it must end. */
export type Hazard = DeclaredHazard | ScriptedHazard;

/** One extension, one call of its tool `attack`, one end. */
export interface DeclaredHazard extends HazardExtension {
  /** What it tries, as a sentence without its subject. */
  readonly title: string;
  readonly args?: unknown;
  readonly expect: HazardEnd;
}

/** An attack that takes several steps: more calls, more extensions, an unload in between. */
export interface ScriptedHazard {
  readonly title: string;
  readonly script: (stage: HazardStage) => Promise<void>;
}

/** A hostile extension as the stage loads it. */
export interface HazardExtension {
  /** One ESM text; `attackSource` writes it around the body of one tool. */
  readonly source: string;
  readonly config?: JsonValue;
  readonly grants?: CapabilityGrants;
  readonly limits?: LimitSettings;
}

export type HazardEnd =
  /** The extension does not load; nothing of it stays. */
  | { readonly load: ErrorCode }
  /** It loads, but its tool is left out, with this diagnostic. */
  | { readonly skipped: ErrorCode }
  /** It loads, and its call ends with this code; `message` must match where given. */
  | { readonly code: ErrorCode; readonly message?: RegExp }
  /** It loads and answers, and the answer shows that it got nowhere. */
  | { readonly text: string | RegExp };
