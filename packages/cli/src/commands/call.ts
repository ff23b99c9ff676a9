import { resolve } from 'node:path';
import { openView } from '../host-view/open-view.ts';
import { openedView } from '../host-view/opened-view.ts';
import { openExtension } from '../open-extension.ts';
import { chooseAgent, WITH_ONE_RUNNER } from '../open-host.ts';
import type { CommandResult } from '../output/command-result.ts';
import { countOf } from '../output/count-of.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { tellErrors } from './describe-troubles.ts';
import { parseJson, viewSession } from './stated-request.ts';

/** `mortise call <tool> '<json>'`: one call through every gate, as a model would make it. */
export const callCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const text = textArgument(input, 1);
    const args = text === '' ? {} : parseJson(text, 'arguments_not_json');
    const folder = textOption(input, 'extension');
    const name = textArgument(input, 0);
    await using view =
      folder === undefined
        ? await openView({ ...world, config: textOption(input, 'config') }, WITH_ONE_RUNNER, name)
        : await openedView(await openExtension(resolve(world.cwd, folder)));
    const result = await view.execute({
      ...viewSession(input, chooseAgent(await view.agentIds(), textOption(input, 'agent'))),
      call: { id: 'cli', name, args },
      signal: world.signal,
      dryRun: input.options['dryRun'] === true,
      onProgress: ({ message, percent }) =>
        world.terminal.err(percent === undefined ? message : `${message} (${percent} %)`),
    });
    if (result?.ok === true) {
      const text = `ok ${costOf(result)}\n${result.text}`;
      return { exit: 'ok', data: result, text, isVerbatim: true };
    }
    if (result?.code === 'not_available') await tellErrors(view, world.terminal);
    const problem =
      result === undefined
        ? 'no answer'
        : `${result.status} ${result.code}  ${result.message}\n  hint: ${result.hint}`;
    return { exit: 'callFailed', data: result ?? null, text: problem };
  },
};

function costOf(result: {
  readonly durationMs: number;
  readonly usage?: {
    readonly cpuMs: number;
    readonly heapBytes: number;
    readonly hostCalls: number;
  };
}): string {
  const parts = [`${result.durationMs.toFixed(0)} ms`];
  if (result.usage !== undefined) {
    const { cpuMs, heapBytes, hostCalls } = result.usage;
    parts.push(
      `cpu ${cpuMs.toFixed(1)} ms`,
      `heap ${(heapBytes / 1e6).toFixed(1)} MB`,
      countOf(hostCalls, 'host call'),
    );
  }
  return parts.join(' · ');
}
