import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { select } from '@clack/prompts';
import { type CapabilityGrants, grantRequested } from '@mortise/contracts';
import { prepareExtension } from '@mortise/host';
import { changeConfig } from '../config/change-config.ts';
import { addExtension } from '../config/edit-extensions.ts';
import { findConfig } from '../config/find-config.ts';
import { openHost } from '../open-host.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, type CommandWorld, textArgument, textOption } from './cli-command.ts';
import { formatRequests, reportFailure } from './extension-report.ts';

/** `mortise add <source>`: shows what an extension asks for, then installs it with what you grant. */
export const addCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const config = findConfig(world.cwd, textOption(input, 'config'));
    const source = sourceFrom(world.cwd, dirname(config), textArgument(input, 0));
    // Looked at first: what cannot be written down is not installed.
    addExtension(await readFile(config, 'utf8'), config, source);
    const prepared = await prepareExtension(source, { baseDir: dirname(config) });
    if (prepared.status === 'failed') return reportFailure(prepared.diagnostics);
    const { manifest, loaded } = prepared.extension;
    const requested = manifest.capabilities ?? {};
    const asks = formatRequests(requested);
    world.terminal.err(
      `${manifest.id} ${manifest.version ?? ''}  ${loaded?.integrity.slice(0, 24) ?? ''}…`,
    );
    for (const line of asks) world.terminal.err(`  asks for  ${line}`);
    const given = textOption(input, 'grant');
    const asJson = input.options['json'] === true;
    const answer = asks.length === 0 ? 'none' : await askGrant(world, { given, asJson });
    const grants: CapabilityGrants =
      answer === 'all' ? grantRequested(requested, dirname(config)) : {};
    await using opened = await openHost({ ...world, config });
    const state = await opened.host.extensions.install(source, grants);
    if (state.status === 'failed')
      return reportFailure(
        state.diagnostics.length > 0
          ? state.diagnostics
          : [toDiagnostic(state.failure, manifest.id)],
      );
    await changeConfig(config, (text) => addExtension(text, config, source), { env: world.env });
    const text = `installed ${state.id} ${state.version ?? ''}\n  tools    ${state.tools.join(', ')}\n  granted  ${JSON.stringify(state.granted)}\nwritten to mortise.lock and ${config}`;
    return succeed({ id: state.id, tools: state.tools, granted: state.granted }, text);
  },
};

/** A path is written as the configuration sees it; what is no path is the name of a package. */
function sourceFrom(cwd: string, configDir: string, text: string): string {
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

async function askGrant(
  { terminal }: CommandWorld,
  { given, asJson }: { readonly given: string | undefined; readonly asJson: boolean },
): Promise<'all' | 'none'> {
  if (given === 'all' || given === 'none') return given;
  if (given === undefined && terminal.canAsk === true && !asJson) {
    const answer = await select({
      message: 'grant?',
      options: [
        { value: 'none', label: 'none — install it, let it ask in vain' },
        { value: 'all', label: 'all of it' },
      ],
    });
    if (answer === 'all' || answer === 'none') return answer;
  }
  throw new CliFault('usage', {
    code: 'grant_needed',
    message: 'It asks for capabilities; nothing was installed.',
    hint: 'Say --grant all or --grant none.',
  });
}

function toDiagnostic(
  failure: { readonly message: string; readonly hint: string } | undefined,
  subject: string,
) {
  return {
    code: 'registration_failed',
    severity: 'error',
    subject,
    message: failure?.message ?? 'It could not be loaded.',
    hint: failure?.hint ?? '',
  } as const;
}
