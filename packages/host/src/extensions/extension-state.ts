import type { CapabilityGrants, Diagnostic, ErrorCode } from '@mortise/contracts';

/** One extension as an operator sees it. */
export interface ExtensionState {
  readonly id: string;
  readonly status: 'loaded' | 'failed';
  readonly version?: string;
  readonly origin: string;
  /** Those that it holds: without what was refused or belongs to another by name. */
  readonly tools: readonly string[];
  readonly requested: object;
  readonly granted: CapabilityGrants;
  readonly diagnostics: readonly Diagnostic[];
  readonly failure?: ExtensionFailure;
  readonly bundleHash?: string;
  /** An update that waits for approval, with its difference as text; the old code serves. */
  readonly waiting?: string;
  /** What an approval of that update is bound to. */
  readonly waitingHash?: string;
  /** It crashed too often and serves no call until then, in the time of the host's clock. */
  readonly quarantinedUntil?: number;
}

export interface ExtensionFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  /** Where in its files it threw, if it did. */
  readonly trace?: readonly string[];
}

/** Nothing of the extension is there but the reason. */
export function failedState(
  { id, origin }: Pick<ExtensionState, 'id' | 'origin'>,
  { code, message, hint, trace }: ExtensionFailure,
): ExtensionState {
  return {
    id,
    status: 'failed',
    origin,
    tools: [],
    requested: {},
    granted: {},
    diagnostics: [],
    failure: { code, message, hint, ...(trace && { trace }) },
  };
}
