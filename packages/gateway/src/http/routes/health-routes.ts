import { hasRole, speaksFor } from '@mortise/contracts';
import { Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';
import { reportHealth } from '../health-report.ts';
import { HttpProblem } from '../http-problem.ts';
import { writeMetrics } from '../write-metrics.ts';
import { DiagnosticShape, FleetShape, JailShape, JitShape } from './shapes.ts';

export const HEALTH_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/health',
    operationId: 'getHealth',
    summary: 'Says how the host is; with the token also what is wrong and what holds extensions.',
    tag: 'host',
    role: 'public',
    response: Type.Object({
      status: Type.Union([Type.Literal('ok'), Type.Literal('degraded'), Type.Literal('starting')]),
      errors: Type.Integer(),
      warnings: Type.Integer(),
      diagnostics: Type.Optional(Type.Array(DiagnosticShape)),
      jail: Type.Optional(JailShape),
      programs: Type.Optional(JailShape),
      servers: Type.Optional(JailShape),
      jit: Type.Optional(JitShape),
      fleet: Type.Optional(FleetShape),
    }),
    handle: async ({ principal }, { host, isReady }) => {
      const diagnostics = host.diagnostics();
      const report = reportHealth(diagnostics, isReady());
      if (!hasRole(principal, 'view') || principal.agents !== 'all') return report;
      const jails = await host.jailsInForce();
      const { jit, extensions, fleet } = host.sandboxStatus();
      const off = extensions.filter((each) => each.jit === 'off').map(({ id }) => id);
      const told = { ...report, diagnostics, ...jails, jit: { default: jit, off } };
      return fleet === undefined ? told : { ...told, fleet };
    },
  },
  {
    method: 'get',
    path: '/ready',
    operationId: 'getReadiness',
    summary:
      'Says whether new calls should come here: 503 while the host starts and from the moment it was told to end.',
    tag: 'host',
    role: 'public',
    response: Type.Object({ status: Type.Literal('ready') }),
    handle: (_request, { isReady, isLeaving, isClosing }) => {
      if (isClosing() || isLeaving?.() === true) throw new HttpProblem(503, 'host_draining');
      if (!isReady()) throw new HttpProblem(503, 'too_busy', { detail: 'The host is starting.' });
      return { status: 'ready' };
    },
  },
  {
    method: 'get',
    path: '/metrics',
    operationId: 'getMetrics',
    role: 'view',
    summary: 'Counters and gauges in the text format of Prometheus.',
    tag: 'host',
    responseType: 'text/plain',
    response: Type.String(),
    handle: (_request, { host }) => writeMetrics(host),
  },
  {
    method: 'get',
    path: '/api/host',
    operationId: 'getHost',
    role: 'view',
    isPerAgent: true,
    summary: 'Which process answers, and which agents it serves.',
    tag: 'host',
    response: Type.Object({
      pid: Type.Integer(),
      revision: Type.Integer(),
      agents: Type.Array(Type.String()),
    }),
    handle: ({ principal }, { host }) => ({
      pid: process.pid,
      revision: host.config.revision,
      agents: host.agentIds.filter((id) => speaksFor(principal, id)),
    }),
  },
];
