import type { SignInLink } from '@mortise/gateway';
import { findConfig } from '../config/find-config.ts';
import { findAnsweringHost } from '../host-view/open-view.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, listOption, textOption } from './cli-command.ts';
import { readTokenWish } from './token-wish.ts';

/** `mortise console`: a link that signs a browser in to the host that runs, once. */
export const consoleCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const choice = { ...world, config: textOption(input, 'config') };
    const found = await findAnsweringHost(findConfig(world.cwd, choice.config), choice);
    if (found === undefined) {
      throw new CliFault('unwell', {
        code: 'no_host_runs',
        message: 'No host serves this configuration, so there is no console to sign in to.',
        hint: 'Start one with `mortise serve`; it prints such a link, too.',
      });
    }
    const agents = listOption(input, 'agent');
    const { roles, userId } = readTokenWish(input);
    const body = {
      ...(roles === undefined ? {} : { roles }),
      ...(userId === undefined ? {} : { userId }),
      ...(agents === undefined || agents.includes('all') ? {} : { agents }),
    };
    const link = await found.ask<SignInLink>('/api/console/links', { body });
    const until = new Date(link.expiresAt).toTimeString().slice(0, 5);
    return succeed(link, `${link.url}\n  opens once, until ${until}; keep it to yourself`);
  },
};
