import type { PruneOptions } from '@mortise/host';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';
import { DiagnosticShape } from './shapes.ts';

const CheckBody = Type.Object(
  {
    text: Type.String({ maxLength: 1_000_000 }),
    format: Type.Optional(Type.Union([Type.Literal('yaml'), Type.Literal('json')])),
  },
  { additionalProperties: false },
);

export const CONFIG_ROUTES: readonly ApiRoute[] = [
  {
    method: 'post',
    path: '/api/config/check',
    operationId: 'checkConfig',
    role: 'operate',
    summary:
      'Says what is wrong with a configuration, against what is registered now. Changes nothing.',
    tag: 'config',
    body: CheckBody,
    response: Type.Object({
      isAcceptable: Type.Boolean(),
      diagnostics: Type.Array(DiagnosticShape),
    }),
    handle: async ({ body }, { host }) => {
      const { text, format = 'yaml' } = body as Static<typeof CheckBody>;
      const diagnostics = await host.checkConfig(
        text,
        `proposal.${format === 'json' ? 'json5' : 'yaml'}`,
      );
      return {
        isAcceptable: diagnostics.every(({ severity }) => severity !== 'error'),
        diagnostics,
      };
    },
  },
  {
    method: 'post',
    path: '/api/reload',
    operationId: 'reloadConfig',
    role: 'operate',
    summary: 'Reads the configuration again; one that is bad changes nothing and says why.',
    tag: 'config',
    body: Type.Object({}, { additionalProperties: false }),
    response: Type.Object({
      isAccepted: Type.Boolean(),
      revision: Type.Integer(),
      diagnostics: Type.Array(DiagnosticShape),
    }),
    handle: async ({ principal }, { host, reload }) => {
      if (reload === undefined) throw new HttpProblem(404, 'route_unknown');
      const { status, diagnostics } = await reload(principal);
      const { revision } = host.config;
      return { isAccepted: status === 'accepted', revision, diagnostics };
    },
  },
  {
    method: 'post',
    path: '/api/prune',
    operationId: 'pruneState',
    role: 'operate',
    summary: 'Takes away what is older than `retention` says, or says what would go.',
    tag: 'config',
    body: Type.Object({ dryRun: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    response: Type.Object({
      isDryRun: Type.Boolean(),
      parts: Type.Array(
        Type.Object({
          what: Type.String(),
          count: Type.Integer(),
          bytes: Type.Integer(),
          failure: Type.Optional(Type.String()),
        }),
      ),
    }),
    handle: ({ body }, { host }) => host.prune(body as PruneOptions),
  },
  {
    method: 'get',
    path: '/api/diagnostics',
    operationId: 'listDiagnostics',
    role: 'view',
    summary: 'The one list of what an operator should know; strict as a check before deployment.',
    tag: 'config',
    query: Type.Object({ strict: Type.Boolean({ default: false }) }),
    response: Type.Object({ diagnostics: Type.Array(DiagnosticShape) }),
    handle: ({ query }, { host }) => ({
      diagnostics: query['strict'] === true ? host.validate() : host.diagnostics(),
    }),
  },
];
