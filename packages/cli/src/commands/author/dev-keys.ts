import { isCancel, select, text } from '@clack/prompts';
import { entryKind } from '@mortise/contracts';
import { Child } from '@mortise/processes';
import type { CommandWorld } from '../cli-command.ts';
import { type AuthorHost, DEV_AGENT } from './author-host.ts';

/** What each key of `mortise dev` does, in the order of the line that names them. */
const KEYS = { c: 'call', r: 'reload', t: 'test', q: 'quit' } as const;
const NO_ARGS = '{}';
const INTERRUPT = '\u0003';

export const KEYS_LINE: string = Object.entries(KEYS)
  .map(([key, word]) => `[${key}] ${word}`)
  .join('  ');

export interface DevKeysParts {
  readonly author: AuthorHost;
  readonly world: CommandWorld;
  readonly show: (text: string) => void;
  readonly reload: () => Promise<unknown>;
  readonly quit: () => void;
}

/** Listens to the keys of a person, if one is there. Answers how to stop. */
export function listenToKeys(parts: DevKeysParts): () => void {
  const { onKey } = parts.world.terminal;
  if (onKey === undefined) return () => undefined;
  let last = { tool: '', args: '' };
  let isBusy = false;
  let stop = onKey(press);
  /** A prompt and a test have the keyboard to themselves. */
  async function withKeyboard(act: () => Promise<void>): Promise<void> {
    stop();
    try {
      await act();
    } finally {
      stop = onKey?.(press) ?? (() => undefined);
    }
  }
  async function act(key: string): Promise<void> {
    if (key === 'r') await parts.reload();
    else if (key === 't') await withKeyboard(() => runTests(parts));
    else if (key === 'c')
      await withKeyboard(async () => {
        last = await askAndCall(parts, last);
      });
  }
  function press(key: string): void {
    if (key === 'q' || key === INTERRUPT) parts.quit();
    if (isBusy || !Object.hasOwn(KEYS, key)) return;
    isBusy = true;
    act(key)
      .catch((error: unknown) => parts.world.terminal.err(String(error)))
      .finally(() => {
        isBusy = false;
      });
  }
  return () => stop();
}

interface Asked {
  readonly tool: string;
  readonly args: string;
}

/** The call itself is shown like every other. */
async function askAndCall({ author, world, show }: DevKeysParts, last: Asked): Promise<Asked> {
  const names = author.host
    .tools()
    .filter(({ origin }) => origin.kind === 'extension')
    .map(({ name }) => name);
  const tool = await chooseTool(names, last.tool);
  if (tool === undefined) return last;
  const args = await text({
    message: `arguments of ${tool}, as JSON`,
    // Not filled in: what a person types would stand behind it.
    ...{ placeholder: NO_ARGS, defaultValue: NO_ARGS },
    ...(tool === last.tool && { initialValue: last.args }),
  });
  if (isCancel(args)) return last;
  const parsed = parse(args);
  if (parsed === undefined) {
    world.terminal.err('that is not JSON: nothing was called');
    return { tool, args };
  }
  const session = author.host.agent(DEV_AGENT).session('dev');
  const call = { id: crypto.randomUUID(), name: tool, args: parsed.value };
  const kind = entryKind(tool);
  const [result] = await session.execute([call], { signal: world.signal, kind });
  if (result?.ok === true) show(result.text);
  return { tool, args };
}

async function chooseTool(names: readonly string[], last: string): Promise<string | undefined> {
  const [only] = names;
  if (names.length <= 1) return only;
  const answer = await select({
    message: 'which tool?',
    options: names.map((name) => ({ value: name, label: name })),
    ...(names.includes(last) && { initialValue: last }),
  });
  return isCancel(answer) ? undefined : answer;
}

async function runTests({ author, world }: DevKeysParts): Promise<void> {
  const child = Child.start({
    ...{ program: 'npm', args: ['test', '--silent'], cwd: author.folder },
    ...{ env: world.env, stdio: 'inherit' },
  });
  const end = await child.ended;
  if (end.kind === 'not_started') world.terminal.err(end.message);
  else world.terminal.err(`npm test ended with ${end.code ?? end.signal}`);
}

function parse(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}
