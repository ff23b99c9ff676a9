import { watch } from 'node:fs';
import { resolve } from 'node:path';
import { estimateTokens } from '@mortise/core';
import {
  createHost,
  formatDiagnostics,
  grantRequested,
  type Host,
  prepareExtension,
} from '@mortise/host';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { formatTable } from '../output/format-table.ts';
import { type CliCommand, type CommandWorld, textArgument, textOption } from './cli-command.ts';

const AGENT = 'dev';
/** Editors write a file in several steps; one reload serves them all. */
const SETTLE_MS = 80;

/** `mortise dev`: the extension under your hands, reloaded at every save, callable by any MCP client. */
export const devCommand: CliCommand = {
  name: 'dev',
  summary: 'Run an extension and reload it whenever it changes',
  args: [['[folder]', 'the extension; this folder if absent']],
  options: [
    [
      '--port <number>',
      'where MCP is served, without a token, on this machine only; any free port if absent',
    ],
    ['--once', 'load it once, show its tools and end'],
  ],
  async run(world, input): Promise<CommandResult> {
    const folder = resolve(world.cwd, textArgument(input, 0) || '.');
    await using host = await createHost({
      // Whoever develops an extension wants its optional tools, too.
      config: { agents: { [AGENT]: { tools: { alsoAllow: ['group:plugins'] } } } },
      workingDir: folder,
    });
    await loadAndShow(host, folder, world);
    if (input.options['once'] === true) return succeed(host.extensions.list(), '');
    const { startGateway } = await import('@mortise/gateway');
    await using gateway = await startGateway(host, {
      port: Number(textOption(input, 'port') ?? 0),
      token: crypto.randomUUID(),
      mcpAuthentication: 'none',
    });
    world.terminal.out(`  mcp      ${gateway.mcpUrl(AGENT)}\n  watching ${folder}; Ctrl-C ends`);
    await reloadOnChange(folder, world, () => loadAndShow(host, folder, world));
    return succeed({}, 'stopped');
  },
};

async function loadAndShow(host: Host, folder: string, { terminal }: CommandWorld): Promise<void> {
  const startedAt = performance.now();
  const prepared = await prepareExtension(folder, folder);
  if (prepared.status === 'failed') {
    terminal.err(formatDiagnostics(prepared.diagnostics));
    return;
  }
  const { manifest, loaded } = prepared.extension;
  const grants = grantRequested(manifest.capabilities, folder);
  const state = await host.extensions.load({ package: folder, grants });
  if (state.status === 'failed') {
    terminal.err(
      `${state.failure?.code}  ${state.failure?.message}\n  hint: ${state.failure?.hint}`,
    );
    return;
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
}

function reloadOnChange(
  folder: string,
  world: CommandWorld,
  reload: () => Promise<void>,
): Promise<void> {
  return new Promise((finish) => {
    let timer: NodeJS.Timeout | undefined;
    let last = Promise.resolve();
    const watcher = watch(folder, { recursive: true }, (_event, name) => {
      if (name !== null && /(?:^|[\\/])(?:node_modules|dist|\.git)(?:[\\/]|$)/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        last = last.then(reload);
      }, SETTLE_MS);
    });
    const end = () => {
      clearTimeout(timer);
      watcher.close();
      void last.then(finish);
    };
    if (world.signal.aborted) end();
    else world.signal.addEventListener('abort', end, { once: true });
  });
}
