import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import type { ExtensionState, Host } from '@mortise/host';
import { changeConfig } from '../config/change-config.ts';
import { addExtension, configOf } from '../config/edit-extensions.ts';
import { findConfig } from '../config/find-config.ts';
import { openHost } from '../open-host.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { chooseGrants } from './choose-grants.ts';
import { type CommandAction, listOption, textArgument, textOption } from './cli-command.ts';
import { formatGranted, formatProposal } from './consent-screen.ts';
import { reportFailure } from './extension-report.ts';
import { previewEdit } from './preview-edit.ts';
import { extensionConfig } from './stated-request.ts';

/** `mortise add <source>`: shows what an extension asks for, then installs it with what you grant. */
export const addCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const config = findConfig(world.cwd, textOption(input, 'config'));
    const workspace = dirname(config);
    const source = sourceFrom(world.cwd, workspace, textArgument(input, 0));
    // Looked at first: what cannot be written down is not installed.
    const given = extensionConfig(input);
    const added = { source, ...(given !== undefined && { config: given }) };
    const edit = (text: string) => addExtension(text, config, added);
    const text = edit(await readFile(config, 'utf8'));
    const own = configOf({ text, fileName: config, env: world.env }, source);
    await using opened = await openHost({ ...world, config });
    const { host } = opened;
    const proposal = await host.extensions.propose({
      package: source,
      ...(own !== undefined && { config: own }),
    });
    if ('status' in proposal) return failedInstallation(proposal);
    const { id, requested, tools } = proposal;
    const { preview } = previewEdit(host, {
      ...{ text, fileName: config, env: world.env, extension: { extensionId: id, tools } },
    });
    const asJson = input.options['json'] === true;
    world.terminal.err(formatProposal(proposal, { workspace, preview }));
    const grants = await chooseGrants(world, {
      ...{ requested, workspace, given: listOption(input, 'grant') },
      canAsk: world.terminal.canAsk === true && !asJson,
    });
    const state = await proposal.take(grants);
    if (state.status === 'failed') return failedInstallation(state);
    // Lock file first: what a kill leaves in between is an entry that no configuration names, which
    // loads nothing; the next `add` completes it and `remove` takes it out.
    await writeOrUndo(host, state, () => changeConfig(config, edit, { env: world.env }));
    const { granted } = state;
    const said = `installed ${id} ${state.version ?? ''}\n${formatGranted(granted)}\n  written  mortise.lock and ${config}\n  next     mortise allow <agent> ${state.tools[0] ?? '<tool>'}`;
    return succeed({ id, tools: state.tools, granted, hash: proposal.hash }, said);
  },
};

/** An entry of the lock file without its extension in the configuration would be half an installation. */
async function writeOrUndo(
  host: Host,
  { id }: ExtensionState,
  write: () => Promise<unknown>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    // What an earlier installation was told to keep stays.
    await host.extensions.uninstall(id, { keepData: true });
    throw error;
  }
}

function failedInstallation(state: ExtensionState): CommandResult {
  const { diagnostics, failure, id } = state;
  return reportFailure(diagnostics.length > 0 ? diagnostics : [toDiagnostic(failure, id)]);
}

/** A path is written as the configuration sees it; what is no path is the name of a package. */
export function sourceFrom(cwd: string, configDir: string, text: string): string {
  if (text.trim() === '') {
    throw new CliFault('usage', {
      code: 'source_needed',
      message: 'There is no source.',
      hint: 'Name a folder, a .tgz file or an installed package.',
    });
  }
  const path = resolve(cwd, text);
  const isPath = /^[./\\]/.test(text) || /\.(?:tgz|tar\.gz)$/.test(text) || existsSync(path);
  if (!isPath) return text;
  const seen = relative(configDir, path);
  return seen.startsWith('..') ? seen : `./${seen}`;
}

function toDiagnostic(failure: ExtensionState['failure'], subject: string) {
  const { code = 'registration_failed', message = 'It could not be loaded.' } = failure ?? {};
  const isConfig = code === 'extension_config_invalid';
  const hint = isConfig
    ? 'Name what is missing: mortise add <source> --extension-config \'{"key":"value"}\', where a value "secret:NAME" stands for a secret.'
    : (failure?.hint ?? '');
  return { code, severity: 'error', subject, message, hint } as const;
}
