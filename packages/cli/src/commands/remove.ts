import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nearestName } from '@mortise/contracts';
import { forgetInstalled } from '@mortise/host';
import { changeConfig } from '../config/change-config.ts';
import { removeExtension } from '../config/edit-extensions.ts';
import { openHost } from '../open-host.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { formatPreview } from './format-preview.ts';
import { formatLeft, leftEntries, unmatchedPlaces } from './left-entries.ts';
import { previewEdit } from './preview-edit.ts';

/** `mortise remove <id>`: out of the configuration and the lock file. */
export const removeCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using opened = await openHost({ ...world, config: textOption(input, 'config') });
    const { configPath, host } = opened;
    const id = textArgument(input, 0);
    const states = host.extensions.all();
    const state = states.find((each) => each.id === id);
    if (state === undefined) {
      // What a killed `add` or `remove` left: in the lock file and in no configuration.
      const lockFile = join(dirname(configPath), 'mortise.lock');
      if (await forgetInstalled(lockFile, id)) {
        return succeed({ id }, `removed ${id} from mortise.lock; no configuration named it`);
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
      ...{ text, fileName: configPath, env: world.env, extension: { extensionId: state.id } },
    });
    world.terminal.err(formatPreview(preview));
    await host.extensions.unload(id);
    const left = leftEntries(host, config, before);
    // Configuration first: what a kill leaves in between is an entry of the lock file that no
    // configuration names, which loads nothing and which the next `remove` takes out.
    await changeConfig(configPath, edit, { env: world.env });
    await host.extensions.uninstall(id);
    return succeed({ id, left }, `removed ${id}${formatLeft(left)}`);
  },
};

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
