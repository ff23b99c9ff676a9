import type { Diagnostic, FailureCode, RefusalCode, ToolDescription } from '@mortise/contracts';

/** What a host needs to run one registration: the bundle, and nothing that grants anything. */
export interface RegistrationBundle {
  readonly id: string;
  readonly source: string;
  readonly map?: string;
}

/** How a registration run ended; what a sandbox answers to a load fits. */
export type RegistrationResult =
  | {
      readonly status: 'loaded';
      readonly extension: {
        readonly tools: readonly ToolDescription[];
        readonly diagnostics: readonly Diagnostic[];
      };
    }
  | {
      readonly status: 'failed';
      readonly code: FailureCode | RefusalCode;
      readonly message: string;
      readonly hint: string;
      readonly trace?: readonly string[];
    };

/** Runs a bundle once in an isolate and takes down what it registers. The host implements it. */
export type RegisterOnce = (bundle: RegistrationBundle) => Promise<RegistrationResult>;
