import { confirm } from '@clack/prompts';
import { type CapabilityGrants, listGrantValues } from '@mortise/contracts';
import type { ExtensionProposal, ExtensionState } from '@mortise/host';
import { type ConfiguredHost, openHost } from '../open-host.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { formatTable } from '../output/format-table.ts';
import {
  type CommandAction,
  type CommandInput,
  type CommandWorld,
  textArgument,
  textOption,
} from './cli-command.ts';
import { formatPreview } from './format-preview.ts';
import { requireUsable } from './preview-edit.ts';
import { rememberShown, wasShown } from './update.ts';

/** `mortise approve <id>`: takes exactly the update that was reviewed, and says what moves with it. */
export const approveCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using opened = await openHost({ ...world, config: textOption(input, 'config') });
    const id = textArgument(input, 0);
    const proposal = await opened.host.extensions.waiting(id);
    if (proposal === undefined) {
      // Code that could not even be looked at is no update; why is what the operator needs.
      const failure = opened.host.extensions.list().find((each) => each.id === id)?.failure;
      if (failure !== undefined) throw new CliFault('extension', failure);
      throw new CliFault('usage', {
        code: 'nothing_waits',
        message: `No update of "${id}" waits.`,
        hint: 'See `mortise update`.',
      });
    }
    world.terminal.err(describe(proposal, opened));
    const { host } = opened;
    requireUsable(host, host.config, { extensionId: proposal.id, tools: proposal.tools });
    await requireReview(world, input, { opened, proposal });
    const state = await proposal.take();
    return report(state, proposal);
  },
};

function describe(proposal: ExtensionProposal, { host }: ConfiguredHost): string {
  const { id, tools, difference = '', grantedNow, grantedAfter } = proposal;
  const preview = host.preview({ extension: { extensionId: id, tools } });
  return [
    difference,
    ...describeMoves(grantedNow, grantedAfter),
    formatPreview(preview),
    `  hash     ${proposal.hash}`,
  ].join('\n');
}

/** What is granted with it beyond what is granted now, and what goes; secrets with the hosts they go to. */
function describeMoves(now: CapabilityGrants, after: CapabilityGrants): readonly string[] {
  const keysOf = (grants: CapabilityGrants) =>
    new Set(listGrantValues(grants).map(({ capability, value }) => `${capability} ${value}`));
  const [had, gets] = [keysOf(now), keysOf(after)];
  const rows = [
    ...listGrantValues(after)
      .filter(({ capability, value }) => !had.has(`${capability} ${value}`))
      .map(({ capability, words }) => ['+', capability, words]),
    ...listGrantValues(now)
      .filter(({ capability, value }) => !gets.has(`${capability} ${value}`))
      .map(({ capability, words }) => ['-', capability, words]),
  ];
  if (rows.length === 0) return ['  granted  the same as now'];
  return ['  granted with it', formatTable(rows, '    ')];
}

interface Reviewed {
  readonly opened: ConfiguredHost;
  readonly proposal: ExtensionProposal;
}

/** A yes counts for one content: by its hash, by what `update` showed, or by what was shown just now. */
async function requireReview(
  world: CommandWorld,
  input: CommandInput,
  { opened, proposal }: Reviewed,
): Promise<void> {
  const { id, hash } = proposal;
  const given = textOption(input, 'hash');
  if (given === hash) return;
  if (given !== undefined) throw changed(proposal, 'That is not the hash of what waits.');
  if (await wasShown(opened.folder.path, id, hash)) return;
  if (world.terminal.canAsk === true && input.options['json'] !== true) {
    if ((await confirm({ message: 'approve exactly this?', initialValue: false })) === true) return;
    throw changed(proposal, 'Nothing was approved.');
  }
  await rememberShown(opened.folder.path, { [id]: hash });
  throw changed(proposal, 'This is not what `mortise update` showed last.');
}

function changed({ id, hash }: ExtensionProposal, message: string): CliFault {
  return new CliFault('usage', {
    code: 'update_changed',
    message: `${message} The approved version stays.`,
    hint: `Read it, then: mortise approve ${id} --hash ${hash}`,
  });
}

function report(state: ExtensionState, { id }: ExtensionProposal): CommandResult {
  if (state.status === 'failed' || state.waiting !== undefined) {
    const { code, message, hint } = state.failure ?? {
      ...{ code: 'update_waiting', message: state.waiting ?? '', hint: 'See `mortise update`.' },
    };
    const text = `not approved; the approved version stays\n${message}\n  hint: ${hint}`;
    return { exit: 'extension', data: { error: { code, message, hint } }, text };
  }
  const { version, granted } = state;
  return succeed({ id, version, granted }, `approved: ${id} ${version ?? ''}`);
}
