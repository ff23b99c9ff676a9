import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { nearestName } from '@mortise/contracts';
import { type ExtensionState, readInstalled, type Uninstalled } from '@mortise/host';
import { changeConfig } from '../config/change-config.ts';
import { removeExtension } from '../config/edit-extensions.ts';
import { openHost } from '../open-host.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { countOf } from '../output/count-of.ts';
import { formatBytes } from '../output/format-bytes.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { formatPreview } from './format-preview.ts';
import { formatLeft, leftEntries, unmatchedPlaces } from './left-entries.ts';
import { previewEdit } from './preview-edit.ts';

/** `mortise remove <id>`: out of the configuration and the lock file, with what it stored. */
export const removeCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using opened = await openHost({ ...world, config: textOption(input, 'config') });
    const { configPath, host } = opened;
    const id = textArgument(input, 0);
    const kept = { keepData: input.options['keepData'] === true };
    const states = host.extensions.all();
    const state =
      states.find((each) => each.id === id) ?? (await findUnread(id, states, configPath));
    if (state === undefined) {
      // What a killed `add` or `remove` left: in the lock file and in no configuration.
      const removed = await host.extensions.uninstall(id, kept);
      if (removed.wasInstalled) {
        const said = `removed ${id} from mortise.lock; no configuration named it`;
        return answer({ id, data: removed.data }, `${said}${formatData(id, removed, kept)}`);
      }
      // Asked to keep it: nothing of it is taken away.
      const data = kept.keepData ? NOTHING : await host.extensions.removeStored(id);
      if (data.keys > 0 || data.became === 'left') {
        const said = data.keys > 0 ? `removed what was kept of ${id}` : `${id} is not installed`;
        return answer({ id, data }, `${said}${formatData(id, { data }, kept)}`);
      }
      throw unknownExtension(
        id,
        states.map((each) => each.id),
      );
    }
    const edit = (text: string) => removeExtension(text, configPath, state.origin);
    const text = edit(await readFile(configPath, 'utf8'));
    const before = unmatchedPlaces(host, host.config);
    const { config, preview } = previewEdit(host, {
      ...{ text, fileName: configPath, env: world.env, extension: { extensionId: id } },
    });
    world.terminal.err(formatPreview(preview));
    await host.extensions.unload(id);
    const left = leftEntries(host, config, before);
    // Configuration first: what a kill leaves in between is an entry of the lock file that no
    // configuration names, which loads nothing and which the next `remove` takes out.
    await changeConfig(configPath, edit, { env: world.env });
    const removed = await host.extensions.uninstall(id, { ...kept, origin: state.origin });
    const said = `removed ${id}${formatData(id, removed, kept)}${formatLeft(left)}`;
    return answer({ id, left, data: removed.data }, said);
  },
};

/** One whose code cannot be read is known by its place, which the lock file says. */
async function findUnread(
  id: string,
  states: readonly ExtensionState[],
  configPath: string,
): Promise<ExtensionState | undefined> {
  const folder = dirname(configPath);
  const installed = await readInstalled(join(folder, 'mortise.lock'));
  const source = Object.hasOwn(installed, id) ? installed[id]?.source : undefined;
  if (source === undefined) return undefined;
  return states.find(({ origin }) => resolve(folder, origin) === resolve(folder, source));
}

const NOTHING: Uninstalled['data'] = { became: 'kept', keys: 0, bytes: 0 };

/** What was asked for was done, but for what could not be done with what it stored. */
function answer<Facts extends { readonly data: Uninstalled['data'] }>(
  facts: Facts,
  text: string,
): CommandResult {
  return facts.data.became === 'left'
    ? { exit: 'unwell', data: facts, text }
    : succeed(facts, text);
}

/** What became of what it stored; nothing is said of nothing. */
function formatData(
  id: string,
  { data, place }: Pick<Uninstalled, 'data' | 'place'>,
  { keepData }: { readonly keepData: boolean },
): string {
  const { became, keys, bytes } = data;
  if (became === 'left') {
    const wanted = keepData ? 'kept for good' : 'removed';
    const next = keepData ? '' : `; then \`mortise remove ${id}\` again removes it at once`;
    return `\n  stored   could not be ${wanted}: storage cannot be used now, see \`mortise doctor\`${next}\n           otherwise it goes by \`retention.removedStorage\``;
  }
  if (keys === 0) return '';
  const amount = `${countOf(keys, 'value')}, ${formatBytes(bytes)}`;
  return became === 'removed'
    ? `\n  stored   ${amount} removed`
    : `\n  stored   ${amount} kept for its next installation from ${place}`;
}

export function unknownExtension(id: string, known: readonly string[]): CliFault {
  const nearest = nearestName(id, known);
  return new CliFault('usage', {
    code: 'unknown_extension',
    message: `There is no extension "${id}".`,
    hint:
      nearest === undefined
        ? `There are: ${known.join(', ') || 'none; install one with `mortise add <source>`'}.`
        : `Did you mean ${nearest}?`,
  });
}
