import { dirname, join } from 'node:path';
import { MortiseError } from '@mortise/contracts';
import type { KeptSwitch, SwitchTarget } from '@mortise/gateway';
import { formatDiagnostics, type Host, readInstalled } from '@mortise/host';
import { CliFault } from '../output/cli-fault.ts';
import { AFTER_EDIT } from './after-edit.ts';
import type { TextEdit } from './edit-text.ts';
import type { ExtensionSwitch } from './switch-extension.ts';

/** A host that serves, its configuration, and how that is edited without holding calls up. */
export interface SwitchPlace {
  readonly host: Host;
  readonly configPath: string;
  /** Throws what a person can mend. */
  readonly edit: (edit: TextEdit) => Promise<void>;
}

/** What has to be written to switch an extension. */
export async function extensionSwitch(
  configPath: string,
  { id, origin: source }: SwitchTarget,
  isEnabled: boolean,
): Promise<ExtensionSwitch> {
  const installed = await readInstalled(join(dirname(configPath), 'mortise.lock'));
  // One that could not be read is called by its source.
  const isKnown = id === source || Object.hasOwn(installed, id);
  return { source, isEnabled, ...(isKnown ? {} : { id }) };
}

/**
 * Switches an extension in the configuration of a host that runs, and has it read that. A file that
 * cannot be changed or used then is an answer, not a throw: the caller has another way.
 */
export async function keepSwitch(
  { host, configPath, edit }: SwitchPlace,
  target: SwitchTarget,
  isEnabled: boolean,
): Promise<KeptSwitch> {
  try {
    const asked = await extensionSwitch(configPath, target, isEnabled);
    await edit({ kind: 'switch', asked });
    const { status, diagnostics } = await host.reload(configPath, AFTER_EDIT);
    if (status !== 'refused') return { isKept: true };
    return { isKept: false, reason: formatDiagnostics(diagnostics) };
  } catch (error) {
    if (!(error instanceof CliFault || MortiseError.is(error))) throw error;
    return { isKept: false, reason: `${error.code}: ${error.message}` };
  }
}
