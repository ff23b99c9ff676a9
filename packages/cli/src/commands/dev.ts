import { resolve } from 'node:path';
import { estimateTokens } from '@mortise/core';
import { formatDiagnostics, type Host } from '@mortise/host';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { formatTable } from '../output/format-table.ts';
import {
  type AuthorHost,
  type AuthorLoad,
  DEV_AGENT,
  describeMissing,
  openAuthorHost,
} from './author/author-host.ts';
import { describeCall } from './author/describe-call.ts';
import { KEYS_LINE, listenToKeys } from './author/dev-keys.ts';
import { type CommandAction, type CommandWorld, portOption, textArgument } from './cli-command.ts';
import { watchFolder } from './watch-folder.ts';

/** Editors write a file in several steps; one reload serves them all. */
const SETTLE_MS = 80;

/** `mortise dev`: the extension under your hands, reloaded at every save, callable by any MCP client. */
export const devCommand: CommandAction = {
  async run(given, input): Promise<CommandResult> {
    const folder = resolve(given.cwd, textArgument(input, 0) || '.');
    const port = portOption(input, 0);
    const quit = new AbortController();
    const world = { ...given, signal: AbortSignal.any([given.signal, quit.signal]) };
    // With --json the only thing on standard output is the result.
    const show = input.options['json'] === true ? world.terminal.err : world.terminal.out;
    await using author = await openAuthorHost(folder, world, input);
    const { host } = author;
    const reload = async () => showLoad(await author.load(), { author, world, show });
    const isLoaded = await reload();
    if (input.options['once'] === true) {
      return { exit: isLoaded ? 'ok' : 'extension', data: host.extensions.list(), text: '' };
    }
    const { startGateway } = await import('@mortise/gateway');
    await using gateway = await startGateway(host, {
      ...{ port, token: crypto.randomUUID(), mcpAuthentication: 'none' },
    });
    host.hooks.callFinished.tap('mortise-dev', (report) =>
      show(describeCall(report, { now: new Date(), hasColour: world.terminal.hasColour })),
    );
    const keys = world.terminal.onKey === undefined ? 'Ctrl-C ends' : KEYS_LINE;
    show(`  mcp      ${gateway.mcpUrl(DEV_AGENT)}\n  watching ${folder}\n  ${keys}`);
    const stop = listenToKeys({ author, world, show, reload, quit: () => quit.abort() });
    await reloadOnChange(folder, world, reload);
    stop();
    return succeed({}, 'stopped');
  },
};

interface ShowParts {
  readonly author: AuthorHost;
  readonly world: CommandWorld;
  readonly show: (text: string) => void;
}

/** Whether the code of the folder is what runs now. */
function showLoad(loaded: AuthorLoad, { author, world, show }: ShowParts): boolean {
  if (loaded.status === 'failed') {
    world.terminal.err(loaded.text);
    return false;
  }
  const { id, version = '', bundleBytes, bundledMs, registeredMs, diagnostics } = loaded;
  const size = `${(bundleBytes / 1_000).toFixed(1)} kB`;
  const took = `bundled ${size} in ${bundledMs.toFixed(0)} ms, registered in ${registeredMs.toFixed(0)} ms`;
  show(`${id} ${version}  ${took}\n${formatTable(toolRows(author.host, id))}`);
  for (const name of loaded.missingSecrets) world.terminal.err(describeMissing(name));
  if (diagnostics.length > 0) world.terminal.err(formatDiagnostics(diagnostics));
  return true;
}

function toolRows(host: Host, id: string): readonly (readonly string[])[] {
  return host
    .tools()
    .filter(({ origin }) => origin.kind === 'extension' && origin.id === id)
    .map((tool) => [tool.name, tool.isOptional ? 'optional' : '', `~${estimateTokens(tool)} tok`]);
}

function reloadOnChange(
  folder: string,
  world: CommandWorld,
  reload: () => Promise<unknown>,
): Promise<void> {
  return new Promise((finish) => {
    let timer: NodeJS.Timeout | undefined;
    let last: Promise<unknown> = Promise.resolve();
    const watching = watchFolder(folder, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        last = last.then(reload).catch((error: unknown) => world.terminal.err(String(error)));
      }, SETTLE_MS);
    });
    const end = () => {
      clearTimeout(timer);
      watching[Symbol.dispose]();
      void last.then(() => finish());
    };
    if (world.signal.aborted) end();
    else world.signal.addEventListener('abort', end, { once: true });
  });
}
