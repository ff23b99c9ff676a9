import type { Diagnostic } from '@mortise/contracts';
import { formatDiagnostics } from '@mortise/host';
import type { CommandResult } from '../output/command-result.ts';

/** An extension that could not be read, built or loaded: every reason, none hidden. */
export function reportFailure(diagnostics: readonly Diagnostic[]): CommandResult {
  return { exit: 'extension', data: { diagnostics }, text: formatDiagnostics(diagnostics) };
}

/** What a manifest asks for, one line each, with the author's reason. */
export function describeRequests(requested: object): readonly string[] {
  return Object.entries(requested).map(([capability, request]) => {
    const { reason, ...rest } = (request ?? {}) as { readonly reason?: string };
    const why = reason === undefined ? '' : `  "${reason}"`;
    return `${capability.padEnd(12)}${JSON.stringify(rest)}${why}`;
  });
}
