import { changeConfig } from '../config/change-config.ts';
import { removeExtension } from '../config/edit-extensions.ts';
import { openHost } from '../open-host.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';

/** `mortise update`: what waits for approval, and what it would change. */
export const updateCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using opened = await openHost({ ...world, config: textOption(input, 'config') });
    const states = opened.host.extensions.list();
    const lines = states.map(
      ({ id, version, status, waiting, failure }) =>
        waiting ??
        `${id} ${version ?? ''}: ${status === 'loaded' ? 'up to date' : failure?.message}`,
    );
    const data = states.map(({ id, version, status, waiting }) => ({
      id,
      version,
      status,
      waiting,
    }));
    const text = lines.length === 0 ? 'no extensions' : lines.join('\n');
    const isGood = states.every(({ status }) => status === 'loaded');
    return { exit: isGood ? 'ok' : 'extension', data, text };
  },
};

/** `mortise approve <id>`: takes the update that waits, with what it asks for. */
export const approveCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using opened = await openHost({ ...world, config: textOption(input, 'config') });
    const id = textArgument(input, 0);
    const waiting = opened.host.extensions.list().find((state) => state.id === id)?.waiting;
    const state = await opened.host.extensions.approve(id);
    if (state === undefined) {
      throw new CliFault('usage', {
        code: 'nothing_waits',
        message: `No update of "${id}" waits.`,
        hint: 'See `mortise update`.',
      });
    }
    if (state.status === 'failed' || state.waiting !== undefined) {
      const { code, message, hint } = state.failure ?? {
        ...{ code: 'update_waiting', message: state.waiting ?? '', hint: 'See `mortise update`.' },
      };
      const text = `not approved; the approved version stays\n${message}\n  hint: ${hint}`;
      return { exit: 'extension', data: { error: { code, message, hint } }, text };
    }
    return succeed(
      { id, version: state.version, granted: state.granted },
      `${waiting}\napproved: ${id} ${state.version ?? ''}`,
    );
  },
};

/** `mortise remove <id>`: out of the configuration and the lock file. */
export const removeCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using opened = await openHost({ ...world, config: textOption(input, 'config') });
    const id = textArgument(input, 0);
    const state = opened.host.extensions.list().find((each) => each.id === id);
    if (state === undefined) {
      throw new CliFault('usage', {
        code: 'unknown_extension',
        message: `There is no extension "${id}".`,
        hint: `There are: ${
          opened.host.extensions
            .list()
            .map((each) => each.id)
            .join(', ') || 'none'
        }.`,
      });
    }
    const { configPath } = opened;
    // Configuration first: what a kill leaves in between is an entry of the lock file that no
    // configuration names, which loads nothing and which the next `remove` takes out.
    const edit = (text: string) => removeExtension(text, configPath, state.origin);
    await changeConfig(configPath, edit, { env: world.env });
    await opened.host.extensions.uninstall(id);
    return succeed({ id }, `removed ${id}`);
  },
};
