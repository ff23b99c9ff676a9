import type { StopTarget } from '@mortise/contracts';
import { describeStop, describeTarget, type HeldStop, resumeCommand } from '@mortise/host';
import { openStopAccess, type StopAccess } from '../host-view/stop-access.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, type CommandInput, textOption } from './cli-command.ts';

/** `mortise stop`: ends calls and refuses new ones, at once and until a person resumes. */
export const stopCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const target = readTarget(input, 'stop');
    const reason = textOption(input, 'reason');
    await using access = await openStopAccess({ ...world, config: textOption(input, 'config') });
    const force = input.options['force'] === true;
    const stop = await access.stop({
      ...target,
      force,
      ...(reason === undefined ? {} : { reason }),
    });
    const lines = [
      `stopped ${describeTarget(stop)}${where(access)}`,
      ...(stop.isDurable ? [] : [`  ! ${notDurable(access)}`]),
      `  lift it with: ${resumeCommand(stop)}`,
    ];
    return { exit: stop.isDurable ? 'ok' : 'unwell', data: stop, text: lines.join('\n') };
  },
};

/** `mortise resume`: lifts a stop. */
export const resumeStopCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const target = readTarget(input, 'resume');
    await using access = await openStopAccess({ ...world, config: textOption(input, 'config') });
    const lifted = await access.resume(target);
    return succeed({ lifted }, `resumed ${describeTarget(target)}${where(access)}`);
  },
};

/** `mortise stops`: what is stopped, why and by whom. */
export const stopsCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using access = await openStopAccess({ ...world, config: textOption(input, 'config') });
    const stops = await access.list();
    const text = stops.length === 0 ? 'nothing is stopped' : stops.map(describeOne).join('\n');
    return succeed({ stops }, text);
  },
};

function describeOne(stop: HeldStop): string {
  const durable = stop.isDurable ? '' : '\n  ! not written down: it holds until the host ends';
  const since = new Date(stop.at).toISOString();
  return `${describeStop(stop)}\n  by ${stop.by}, ${since}   ${resumeCommand(stop)}${durable}`;
}

function notDurable({ pid, unreached }: StopAccess): string {
  if (unreached !== undefined)
    return `the configuration cannot be read, and hosts go by ${unreached}: they do not hear of it. Stop again with --state or MORTISE_STATE`;
  return pid === undefined
    ? 'it cannot be written down: other hosts do not hear of it. Mend the state (mortise doctor), and stop again'
    : 'it cannot be written down and holds until the host ends';
}

function where({ pid, isSilent }: StopAccess): string {
  if (pid !== undefined) return ` (pid ${pid})`;
  return isSilent ? '; the host that runs does not answer and takes it up by itself' : '';
}

/** Exactly one of them: what is stopped must never be a guess. */
function readTarget(input: CommandInput, command: string): StopTarget {
  const named = (['agent', 'extension', 'server'] as const).flatMap((scope) => {
    const name = textOption(input, scope);
    return name === undefined ? [] : [{ scope, name }];
  });
  const all = input.options['all'] === true ? [{ scope: 'all', name: '' } as const] : [];
  const [target, ...others] = [...named, ...all];
  if (target !== undefined && others.length === 0) return target;
  throw new CliFault('usage', {
    code: 'usage',
    message: `Say what to ${command}: one of --all, --agent, --extension and --server.`,
    hint: `For example: mortise ${command} --all`,
  });
}
