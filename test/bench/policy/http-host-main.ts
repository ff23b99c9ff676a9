/** A process that serves guarded hosts over MCP, one for each lane, until its parent goes away. */
import { startGateway } from '@mortise/gateway';
import type { Guards } from './guards.ts';
import type { ServedHost } from './http-lane.ts';
import { openGuardedHost } from './open-guarded-host.ts';

const all = JSON.parse(process.argv[2] ?? '[]') as readonly Guards[];

async function serve(guards: Guards) {
  const opened = await openGuardedHost(guards);
  const { host } = opened;
  const gateway = await startGateway(host, {
    token: 'operator-token-of-this-bench-0123456789',
    mcpAuthentication: guards.tokens === true ? 'bearer' : 'none',
  });
  const made =
    guards.tokens === true
      ? await host.tokens.create({ agents: ['bench'], userId: 'ana' })
      : undefined;
  const served: ServedHost = {
    url: gateway.mcpUrl('bench'),
    ...(made === undefined ? {} : { token: made.token }),
  };
  const close = async () => {
    await gateway.close({ drainMs: 0 });
    await opened[Symbol.asyncDispose]();
  };
  return { host, served, close };
}

// One after the other: extensions have only so long to load.
const hosts: Awaited<ReturnType<typeof serve>>[] = [];
for (const guards of all) hosts.push(await serve(guards));
process.on('message', () =>
  process.send?.(hosts.map(({ host }) => host.sandboxStatus().runners.map(({ pid }) => pid))),
);
process.on('disconnect', async () => {
  for (const { close } of hosts) await close();
  process.exit(0);
});
process.send?.(hosts.map(({ served }) => served));
