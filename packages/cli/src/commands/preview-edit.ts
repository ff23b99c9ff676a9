import type { Diagnostic, HostConfig } from '@mortise/contracts';
import type { ChangePreview, RegistryChange } from '@mortise/core';
import {
  type ConfigEnvironment,
  formatDiagnostics,
  type PolicyHost,
  parseConfig,
} from '@mortise/host';
import { CliFault } from '../output/cli-fault.ts';

/** The configuration as it would be after an edit. */
export interface ProposedEdit {
  readonly text: string;
  readonly fileName: string;
  readonly env: ConfigEnvironment;
  /** An extension that comes with the edit, changes or (without `tools`) goes. */
  readonly extension?: RegistryChange;
}

export interface PreviewedEdit {
  readonly config: HostConfig;
  readonly preview: ChangePreview;
}

/**
 * What an edit would do to every agent. Changes nothing; `formatPreview` shows it.
 * Throws `edit_refused` if the configuration could not be used after it.
 */
export function previewEdit(host: PolicyHost, edit: ProposedEdit): PreviewedEdit {
  const { text, fileName, env, extension } = edit;
  const parsed = parseConfig(text, { fileName, env });
  if (parsed.status === 'failed') throw editRefused(parsed.diagnostics);
  const { config } = parsed;
  requireUsable(host, config, extension);
  return { config, preview: host.preview({ config, ...(extension && { extension }) }) };
}

/** Throws `edit_refused` if a host would not take a configuration with what is registered then. */
export function requireUsable(
  host: PolicyHost,
  config: HostConfig,
  extension?: RegistryChange,
): void {
  const errors = host.check(config, extension).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw editRefused(errors);
}

function editRefused(diagnostics: readonly Diagnostic[]): CliFault {
  return new CliFault('config', {
    code: 'edit_refused',
    message: `With this edit the configuration could not be used; nothing was changed.\n${formatDiagnostics(diagnostics)}`,
    hint: 'Mend what the lines above name, then try again.',
  });
}
