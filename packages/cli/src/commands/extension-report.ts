import { type Diagnostic, describeRequests, type RequestedCapabilities } from '@mortise/contracts';
import { formatDiagnostics } from '@mortise/host';
import type { CommandResult } from '../output/command-result.ts';

/** An extension that could not be read, built or loaded: every reason, none hidden. */
export function reportFailure(diagnostics: readonly Diagnostic[]): CommandResult {
  return { exit: 'extension', data: { diagnostics }, text: formatDiagnostics(diagnostics) };
}

/** What a manifest asks for, one line each, with the author's reason; both quoted, being a stranger's. */
export function formatRequests(requested: RequestedCapabilities): readonly string[] {
  return describeRequests(requested).map(({ capability, asks, reason }) => {
    const what = asks.map((each) => JSON.stringify(each)).join(', ');
    const why = reason === undefined ? 'no reason given' : `because ${JSON.stringify(reason)}`;
    return `${capability.padEnd(12)}${what || 'nothing of it'}, ${why}`;
  });
}
