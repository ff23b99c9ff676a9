import { resolve } from 'node:path';
import type { ErrorCode } from '@mortise/contracts';
import { formatDiagnostics } from '@mortise/host';
import { openView } from '../host-view/open-view.ts';
import { openedView } from '../host-view/opened-view.ts';
import { chooseAgent, WITH_ONE_RUNNER } from '../open-host.ts';
import type { CommandResult } from '../output/command-result.ts';
import { countOf } from '../output/count-of.ts';
import { openLoadedExtension } from './author/author-host.ts';
import { authorLog } from './author/author-log.ts';
import { formatTrace } from './author/format-trace.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { tellErrors } from './describe-troubles.ts';
import { parseJson, viewSession } from './stated-request.ts';

const UNREAD: readonly ErrorCode[] = ['tool_part_ignored', 'tool_key_unknown'];

/** `mortise call <tool> '<json>'`: one call through every gate, as a model would make it. */
export const callCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const text = textArgument(input, 1);
    const args = text === '' ? {} : parseJson(text, 'arguments_not_json');
    const folder = textOption(input, 'extension');
    const name = textArgument(input, 0);
    await using view =
      folder === undefined
        ? await openView(
            { ...world, config: textOption(input, 'config') },
            { ...WITH_ONE_RUNNER, logger: authorLog(world.terminal), placesLogs: true },
            name,
          )
        : await openedView(await openLoadedExtension(resolve(world.cwd, folder), world, input));
    // An author hears of what counts for nothing before a call that misses it is refused.
    if (folder !== undefined) {
      const found = (await view.diagnostics()).filter(({ code }) => UNREAD.includes(code));
      const told = found.filter(({ severity }) => severity === 'warning');
      if (told.length > 0) world.terminal.err(formatDiagnostics(told));
    }
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
        : `${result.status} ${result.code}  ${result.message}${formatTrace(result.trace)}\n  hint: ${folder === undefined ? result.hint : authorHint(result)}`;
    return { exit: 'callFailed', data: result ?? null, text: problem };
  },
};

/** What an author does about it, who can change the extension. */
function authorHint({ code, message, hint }: { code: string; message: string; hint: string }) {
  if (code === 'result_invalid')
    return 'A tool answers with { content: [{ type: "text", text }] }.';
  if (code === 'not_available')
    return '`mortise check <folder>` lists the tools that it registers.';
  if (code !== 'capability_denied') return hint;
  if (/^An address of /.test(message))
    return 'For a server of this machine start it with --loopback.';
  const written = /does not declare the capability .*: (capabilities: .*)$/.exec(message)?.[1];
  return written !== undefined
    ? `Write \`${written}\` on the tool, then call again; \`mortise check <folder>\` says what of a tool is not read.`
    : 'Ask for it under "capabilities" in mortise.json and declare it on the tool; --grant all grants what is asked for.';
}

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
