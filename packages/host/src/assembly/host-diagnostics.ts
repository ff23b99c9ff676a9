import type { Diagnostic } from '@mortise/contracts';
import type { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import type { HostConfiguration } from './host-configuration.ts';

export interface DiagnosticSources {
  readonly configuration: HostConfiguration;
  readonly extensions: ExtensionLifecycle;
}

/** What an operator should know of a host right now. */
export function hostDiagnostics({
  configuration,
  extensions,
}: DiagnosticSources): readonly Diagnostic[] {
  return [
    ...configuration.diagnostics(),
    ...extensions.list().flatMap((state) => state.diagnostics),
  ];
}
