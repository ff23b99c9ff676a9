/** A process that serves a guarded host over MCP until its parent goes away. */
import { startGateway } from '@mortise/gateway';
import type { Guards } from './guards.ts';
import type { ServedHost } from './http-lane.ts';
import { openGuardedHost } from './open-guarded-host.ts';

const guards = JSON.parse(process.argv[2] ?? '{}') as Guards;
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
process.on('message', () =>
  process.send?.([process.pid, ...host.sandboxStatus().runners.map(({ pid }) => pid)]),
);
process.on('disconnect', async () => {
  await gateway.close({ drainMs: 0 });
  await opened[Symbol.asyncDispose]();
  process.exit(0);
});
process.send?.(served);
