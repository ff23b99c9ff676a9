import { defineTool, type ToolAnswer, type ToolContext, Type } from '@mortise/sdk';
import { formatRun } from './format-run.ts';
import { interpretProcessEnd } from './interpret-process-end.ts';
import { type ParsedCommand, parseCommand } from './parse-command.ts';

const Parameters = Type.Object(
  {
    command: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description: 'The program and its arguments, as in a shell: git status --short',
    }),
    cwd: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4_000,
        description: 'Folder to run in, absolute or relative to the first granted one.',
      }),
    ),
    timeoutMs: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 600_000,
        description: 'Ends the program after this time. The operator may have set less.',
      }),
    ),
  },
  { additionalProperties: false },
);

const WITHOUT_SHELL =
  'There is no shell: quotes group words, but pipes, redirections, &&, $VARIABLES, globs and ~ are refused or passed as they are. Run one program per call and pass the folder as cwd.';
const WITH_SHELL = 'The command is given to a shell; pipes and expansion work.';

/** The tool; with a `shell` commands go to it, which the operator must have granted as a binary. */
export function createTerminalTool(shell: string | undefined) {
  return defineTool({
    name: 'terminal',
    description: `Runs a program that the operator granted and answers its exit code, stdout and stderr. A failing program is not an error of the tool: read the exit code. ${shell === undefined ? WITHOUT_SHELL : WITH_SHELL} Input is empty, so a program that asks questions gets no answer. Long output is shortened; what was left out is marked.`,
    parameters: Parameters,
    capabilities: { process: { allowedBinaries: ['*'] } },
    annotations: { title: 'Terminal', destructiveHint: true, openWorldHint: true },
    timeoutMs: 600_000,
    async execute(_id, { command, cwd, timeoutMs }, ctx): Promise<ToolAnswer> {
      const parsed = shell === undefined ? parseCommand(command) : viaShell(shell, command);
      if (parsed.status === 'refused') return failure(parsed.message);
      const options = {
        ...(cwd === undefined ? {} : { cwd }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      };
      return run(parsed, options, ctx);
    },
  });
}

function viaShell(shell: string, command: string): ParsedCommand {
  return { status: 'ok', binary: shell, args: ['-c', command] };
}

async function run(
  { binary, args }: Extract<ParsedCommand, { status: 'ok' }>,
  options: { readonly cwd?: string; readonly timeoutMs?: number },
  ctx: Pick<ToolContext, 'process'>,
): Promise<ToolAnswer> {
  const end = interpretProcessEnd(await ctx.process.run(binary, args, options));
  if (end === undefined) return failure('The host gave no usable answer about the program.');
  const { text, structured } = formatRun(end);
  return { content: [{ type: 'text', text }], structured };
}

function failure(message: string): ToolAnswer {
  return { content: [{ type: 'text', text: message }], isError: true };
}
