import { watch } from 'node:fs';
import { resolve } from 'node:path';
import { grantRequested } from '@mortise/contracts';
import { estimateTokens } from '@mortise/core';
import { createHost, formatDiagnostics, type Host, prepareExtension } from '@mortise/host';
import { DEV_AGENT, DEV_CONFIG } from '../open-extension.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { formatTable } from '../output/format-table.ts';
import type { Terminal } from '../output/terminal.ts';
import { type CommandAction, type CommandWorld, portOption, textArgument } from './cli-command.ts';

/** Editors write a file in several steps; one reload serves them all. */
const SETTLE_MS = 80;

/** `mortise dev`: the extension under your hands, reloaded at every save, callable by any MCP client. */
export const devCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const folder = resolve(world.cwd, textArgument(input, 0) || '.');
    const port = portOption(input, 0);
    const asJson = input.options['json'] === true;
    // With --json the only thing on standard output is the result.
    const show = asJson ? world.terminal.err : world.terminal.out;
    await using host = await createHost({
      config: DEV_CONFIG,
      extensionFolders: 'open',
      workingDir: folder,
    });
    const reload = () => loadAndShow(host, folder, { ...world.terminal, out: show });
    const isLoaded = await reload();
    if (input.options['once'] === true) {
      return { exit: isLoaded ? 'ok' : 'extension', data: host.extensions.list(), text: '' };
    }
    const { startGateway } = await import('@mortise/gateway');
    await using gateway = await startGateway(host, {
      port,
      token: crypto.randomUUID(),
      mcpAuthentication: 'none',
    });
    show(`  mcp      ${gateway.mcpUrl(DEV_AGENT)}\n  watching ${folder}; Ctrl-C ends`);
    await reloadOnChange(folder, world, reload);
    return succeed({}, 'stopped');
  },
};

/** Whether the code of the folder is what runs now. */
async function loadAndShow(host: Host, folder: string, terminal: Terminal): Promise<boolean> {
  const startedAt = performance.now();
  const prepared = await prepareExtension(folder, { baseDir: folder });
  if (prepared.status === 'failed') {
    terminal.err(formatDiagnostics(prepared.diagnostics));
    return false;
  }
  const { manifest, loaded } = prepared.extension;
  const grants = grantRequested(manifest.capabilities, folder);
  const state = await host.extensions.load({ package: folder, grants });
  if (state.status === 'failed') {
    terminal.err(
      `${state.failure?.code}  ${state.failure?.message}\n  hint: ${state.failure?.hint}`,
    );
    return false;
  }
  const rows = host
    .tools()
    .filter(({ origin }) => origin.kind === 'extension' && origin.id === state.id)
    .map((tool) => [tool.name, tool.isOptional ? 'optional' : '', `~${estimateTokens(tool)} tok`]);
  const took = `${(performance.now() - startedAt).toFixed(0)} ms`;
  const size = `${((loaded?.bundle.bytes ?? 0) / 1_000).toFixed(1)} kB`;
  terminal.out(
    `mortise dev · ${state.id} ${state.version ?? ''}  bundle ${size}  ready in ${took}\n${formatTable(rows)}`,
  );
  if (state.diagnostics.length > 0) terminal.err(formatDiagnostics(state.diagnostics));
  return true;
}

function reloadOnChange(
  folder: string,
  world: CommandWorld,
  reload: () => Promise<unknown>,
): Promise<void> {
  return new Promise((finish) => {
    let timer: NodeJS.Timeout | undefined;
    let last: Promise<unknown> = Promise.resolve();
    const watcher = watch(folder, { recursive: true }, (_event, name) => {
      if (name !== null && /(?:^|[\\/])(?:node_modules|dist|\.git)(?:[\\/]|$)/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        last = last.then(reload).catch((error: unknown) => world.terminal.err(String(error)));
      }, SETTLE_MS);
    });
    const end = () => {
      clearTimeout(timer);
      watcher.close();
      void last.then(() => finish());
    };
    if (world.signal.aborted) end();
    else world.signal.addEventListener('abort', end, { once: true });
  });
}
