import { type Diagnostic, ERROR_CODES, type SessionStore } from '@mortise/contracts';
import type { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import type { HostConfiguration } from './host-configuration.ts';

export interface DiagnosticSources {
  readonly configuration: HostConfiguration;
  readonly extensions: ExtensionLifecycle;
  readonly store: SessionStore;
}

/** What an operator should know of a host right now. */
export function hostDiagnostics(sources: DiagnosticSources): readonly Diagnostic[] {
  const { configuration, extensions, store } = sources;
  return [
    ...configuration.diagnostics(),
    ...extensions.list().flatMap((state) => state.diagnostics),
    ...(store.mode === 'safe' ? [damagedStore()] : []),
  ];
}

function damagedStore(): Diagnostic {
  const { summary, hint } = ERROR_CODES.session_store_damaged;
  return {
    code: 'session_store_damaged',
    severity: 'error',
    subject: 'sessions',
    message: summary,
    hint,
  };
}
