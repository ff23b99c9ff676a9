import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { mountMcpServers } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';

/**
 * A host that runs out of descriptors, uses everything that starts a process, gets descriptors back
 * and uses it again. Prints one line of JSON for each half. It is to be started with a low `ulimit -n`,
 * a folder for its state, and a guard that ends it: a fault of the host may keep it from ending itself.
 */
const SAYS = (id: string) => `
  import { defineExtension, text, Type } from '@mortise/sdk';
  export default defineExtension((api) => {
    api.registerTool({
      name: '${id}',
      description: 'Says its name.',
      parameters: Type.Object({}),
      execute: () => text('${id} says so'),
    });
  });`;

const RUNS = `export default (api) => api.registerTool({
  name: 'run_true',
  description: 'Runs a program.',
  parameters: { type: 'object', properties: {} },
  capabilities: { process: { allowedBinaries: ['*'] } },
  execute: async (_id, _args, ctx) => {
    const { exitCode } = await ctx.process.run('true');
    return { content: [{ type: 'text', text: 'exit ' + exitCode }] };
  },
});`;

const MOST_DESCRIPTORS = 10_000;

const host = await createHost({
  config: { agents: { main: {} } },
  sandbox: { spareRunners: 0, placement: 'scope' },
  state: join(process.argv[2] ?? '', 'state.db'),
  extensions: [
    { id: 'runs', source: RUNS, grants: { process: { allowedBinaries: ['true'] } } },
    { id: 'warm', source: SAYS('warm') },
  ],
});
// Its runner is up; the runner of the other one is not.
await call(host, 'run_true');

const held = exhaust();
report('starving', await useAll(host, 'starved'));
for (const descriptor of held) closeSync(descriptor);
report('fed', await useAll(host, 'fed'));
await host.close();

async function useAll(target: Host, id: string) {
  const servers = await mountMcpServers(target, [
    { name: id, command: process.execPath, args: ['-e', ''], enabled: true, path: 'mcp' },
  ]);
  const [loaded, ran, warm] = await Promise.all([
    target.extensions.load({ id, source: SAYS(id) }),
    call(target, 'run_true'),
    call(target, 'warm', 3_000),
  ]);
  const mcp = servers.servers().map(({ reason = '' }) => reason);
  await servers.close();
  return { loaded: loaded.status, codes: codesOf(loaded), ran, warm, mcp };
}

function codesOf({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }) {
  return diagnostics.map(({ code }) => code);
}

async function call(target: Host, name: string, ms = 20_000): Promise<string> {
  const session = target.agent('main').session('s');
  const [result] = await session.execute([{ id: name, name, args: {} }], {
    signal: AbortSignal.timeout(ms),
  });
  return result?.ok === true ? result.text : `${result?.code}: ${result?.message}`;
}

/** Leaves less than one pipe. */
function exhaust(): readonly number[] {
  const taken: number[] = [];
  try {
    while (taken.length < MOST_DESCRIPTORS) taken.push(openSync(devNull, 'r'));
  } catch {
    return taken;
  }
  throw new Error('There is no limit of descriptors.');
}

function report(half: string, facts: object): void {
  process.stdout.write(`${JSON.stringify({ half, ...facts })}\n`);
}
