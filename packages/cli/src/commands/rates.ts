import type { RateUsage } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { findAnsweringHost } from '../host-view/open-view.ts';
import { openHost } from '../open-host.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { formatTable } from '../output/format-table.ts';
import { type CommandAction, textOption } from './cli-command.ts';

/** `mortise rates`: how much of each rate and budget is used, and until when. */
export const ratesCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const choice = { ...world, config: textOption(input, 'config') };
    const found = await findAnsweringHost(findConfig(choice.cwd, choice.config), choice);
    const rates =
      found === undefined
        ? await readOwn(choice)
        : (await found.ask<{ readonly rates: readonly RateUsage[] }>('/api/rates')).rates;
    const text = rates.length === 0 ? 'no rates are set' : formatTable(rates.map(describe));
    return succeed({ rates }, text);
  },
};

async function readOwn(choice: Parameters<typeof openHost>[0]): Promise<readonly RateUsage[]> {
  await using opened = await openHost(choice);
  return opened.host.rates.usage();
}

function describe({ path, text, of, used, limit, resetsAt }: RateUsage): readonly string[] {
  const whose = Object.entries(of).map(([name, value]) => `${name} ${value || '(none)'}`);
  const until = resetsAt === undefined ? '' : `until ${new Date(resetsAt).toISOString()}`;
  return [path, text, whose.join(', '), `${shown(used)} of ${shown(limit)}`, until];
}

function shown(amount: number): string {
  return String(Math.round(amount * 100) / 100);
}
