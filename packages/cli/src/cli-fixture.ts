import type { Terminal } from './output/terminal.ts';
import { runCli } from './run-cli.ts';

/** How a test types: where, on what terminal, and until when. */
export interface Typing extends Partial<Terminal> {
  readonly cwd: string;
  /** Commands that serve end with it. */
  readonly signal?: AbortSignal;
  /** Its environment; none if absent. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command in this process, as if it were typed; how it ended, and what it wrote where. */
export async function typeCommand(
  argv: readonly string[],
  { cwd, env = {}, signal = new AbortController().signal, ...terminal }: Typing,
) {
  const lines: { readonly to: 'out' | 'err'; readonly text: string }[] = [];
  const exit = await runCli(argv, {
    ...{ cwd, env, signal, onReload: () => () => undefined },
    terminal: {
      out: (text) => void lines.push({ to: 'out', text }),
      err: (text) => void lines.push({ to: 'err', text }),
      hasColour: false,
      ...terminal,
    },
  });
  const read = (...from: string[]) =>
    lines.flatMap(({ to, text }) => (from.includes(to) ? [text] : [])).join('\n');
  return { exit, out: read('out'), err: read('err'), said: read('out', 'err') };
}
