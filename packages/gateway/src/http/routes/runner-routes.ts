import { Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';
import { FleetShape, JailShape } from './shapes.ts';

const open = { additionalProperties: true } as const;

export const RUNNER_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/runners',
    operationId: 'listRunners',
    role: 'view',
    summary:
      'The processes and the runner nodes that run extensions, what holds them, and the host itself.',
    tag: 'host',
    response: Type.Object({
      jail: JailShape,
      programs: JailShape,
      runners: Type.Array(
        Type.Object({ pid: Type.Integer(), state: Type.String(), rssBytes: Type.Integer() }, open),
      ),
      extensions: Type.Array(Type.Object({ id: Type.String(), state: Type.String() }, open)),
      callsInFlight: Type.Integer(),
      fleet: Type.Optional(FleetShape),
      host: Type.Object({
        pid: Type.Integer(),
        node: Type.String(),
        platform: Type.String(),
        uptimeMs: Type.Number(),
        rssBytes: Type.Integer(),
        heapBytes: Type.Integer(),
      }),
    }),
    handle: async (_request, { host }) => {
      const { jail, programs } = await host.jailsInForce();
      const fleet = await host.fleet();
      const { runners, extensions, callsInFlight } = host.sandboxStatus();
      return {
        ...{ jail, programs, runners, extensions, callsInFlight },
        ...(fleet === undefined ? {} : { fleet }),
        host: describeProcess(),
      };
    },
  },
];

function describeProcess() {
  const { rss, heapUsed } = process.memoryUsage();
  return {
    ...{ pid: process.pid, node: process.version },
    platform: `${process.platform} ${process.arch}`,
    uptimeMs: process.uptime() * 1_000,
    rssBytes: rss,
    heapBytes: heapUsed,
  };
}
