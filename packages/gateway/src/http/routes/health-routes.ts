import { Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';
import { writeMetrics } from '../write-metrics.ts';

export const HEALTH_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/health',
    operationId: 'getHealth',
    summary: 'Says that the host answers.',
    tag: 'host',
    isPublic: true,
    response: Type.Object({ status: Type.Literal('ok') }),
    handle: () => ({ status: 'ok' }),
  },
  {
    method: 'get',
    path: '/metrics',
    operationId: 'getMetrics',
    summary: 'Counters and gauges in the text format of Prometheus.',
    tag: 'host',
    responseType: 'text/plain',
    response: Type.String(),
    handle: (_request, { host }) => writeMetrics(host),
  },
];
