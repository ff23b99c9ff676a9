/** A host with the MCP servers of a folder, told in words on its input what to do; answers each in one line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { mountConfiguredServers } from '@mortise/gateway';
import { createHost } from '@mortise/host';

const [, , folder = ''] = process.argv;
const host = await createHost({ config: join(folder, 'mortise.config.json'), env: process.env });
await mountConfiguredServers(host, { firstPauseMs: 10, longestPauseMs: 100 });

const answers: Readonly<Record<string, () => Promise<string>>> = {
  call: async () => {
    // A request of its own: one that began while the server was down would never see it back.
    const session = host.agent('main').session('s');
    const calls = [{ id: '1', name: 'mcp__every__echo', args: { message: 'hi' } }];
    const [result] = await session.execute(calls);
    return result?.ok === true ? 'ok' : `${result?.code} ${JSON.stringify(result?.message)}`;
  },
  /** Asks the whole tree to end, as a terminal does. */
  end: async () => {
    const pid = host.servers.state('every')?.pid;
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
    return 'ok';
  },
  /** What the host has started: the launcher of a jail, which stays, or the program itself. */
  pid: async () => String(host.servers.state('every')?.pid ?? 0),
  reconnect: async () => {
    await host.servers.reconnect('every');
    return 'ok';
  },
  state: async () => JSON.stringify(host.servers.state('every')),
  guard: async () => String(findGuard() ?? 0),
};

createInterface({ input: process.stdin })
  .on('line', async (word) => console.log((await answers[word]?.()) ?? 'what?'))
  .on('close', async () => {
    await host.close();
    process.exit(0);
  });
console.log('ready');

/** The child that ends process groups when this process has ended. */
function findGuard(): number | undefined {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isSafeInteger(pid) && pid > 1)
    .find((pid) => {
      const [stat, command] = ['stat', 'cmdline'].map((file) => readOf(pid, file));
      return (
        stat?.includes(`) S ${process.pid} `) === true && command?.includes('group-guard') === true
      );
    });
}

function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
