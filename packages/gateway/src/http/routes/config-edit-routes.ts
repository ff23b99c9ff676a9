import { printConfigSchema } from '@mortise/host';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiParts, ApiRoute } from '../api-route.ts';
import { FileProblem, HttpProblem } from '../http-problem.ts';
import type { OperatorFiles } from '../operator-files.ts';
import { DiagnosticShape } from './shapes.ts';

const Hash = Type.String({ minLength: 1, maxLength: 100 });
const Text = Type.String({ maxLength: 4_000_000 });
const Name = Type.String({ minLength: 1, maxLength: 256 });
const Path = Type.Array(Type.Union([Name, Type.Integer({ minimum: 0 })]), {
  minItems: 1,
  maxItems: 16,
});
const strict = { additionalProperties: false } as const;

const ConfigShape = Type.Object({
  fileName: Type.String(),
  text: Type.String(),
  hash: Type.String({ description: 'What a change is bound to.' }),
  notEditable: Type.Optional(Type.String()),
});

const Step = Type.Union([
  Type.Object(
    { kind: Type.Literal('add'), path: Path, texts: Type.Array(Name, { maxItems: 1_000 }) },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal('remove'),
      path: Path,
      positions: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 1_000 }),
    },
    strict,
  ),
  Type.Object({ kind: Type.Literal('delete'), path: Path }, strict),
  Type.Object(
    {
      kind: Type.Union([Type.Literal('set'), Type.Literal('append')]),
      path: Path,
      value: Type.Unknown(),
    },
    strict,
  ),
]);

const Change = Type.Union([
  Type.Object({ kind: Type.Literal('text'), text: Text }, strict),
  Type.Object(
    { kind: Type.Literal('steps'), steps: Type.Array(Step, { minItems: 1, maxItems: 200 }) },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Union([Type.Literal('allow'), Type.Literal('deny')]),
      agentId: Name,
      texts: Type.Array(Name, { minItems: 1, maxItems: 200 }),
      removes: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  Type.Object(
    { kind: Type.Literal('profile'), agentId: Type.Optional(Name), profile: Name },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal('toolkits'),
      agentId: Name,
      allowed: Type.Array(Name, { maxItems: 200 }),
      initial: Type.Array(Name, { maxItems: 200 }),
    },
    strict,
  ),
  Type.Object(
    { kind: Type.Literal('rule'), agentId: Type.Optional(Name), rule: Type.Unknown() },
    strict,
  ),
]);

const ProposeBody = Type.Object(
  { base: Hash, changes: Type.Array(Change, { minItems: 1, maxItems: 50 }) },
  strict,
);
const SaveBody = Type.Object({ base: Hash, text: Text }, strict);

const Moved = Type.Array(
  Type.Object({
    tool: Type.String(),
    tokens: Type.Integer(),
    before: Type.String(),
    after: Type.String(),
  }),
);
const Differing = Type.Object({ before: Type.String(), after: Type.String() });

const PreviewShape = Type.Object({
  agents: Type.Array(
    Type.Object({
      agentId: Type.String(),
      appears: Moved,
      appearCount: Type.Integer(),
      disappears: Moved,
      disappearCount: Type.Integer(),
      rules: Type.Array(Type.Composite([Type.Object({ tool: Type.String() }), Differing])),
      ruleCount: Type.Integer(),
      activeCount: Type.Integer(),
      activeTokens: Type.Integer(),
    }),
    {
      description: 'The first of those that the change concerns, each with the first of its tools.',
    },
  ),
  changed: Type.Integer({ description: 'How many agents it concerns.' }),
  unchanged: Type.Integer(),
  modes: Type.Array(Type.Composite([Type.Object({ path: Type.String() }), Differing]), {
    description: 'Allow lists that turn from opt-in to ceiling or back.',
  }),
});

export const CONFIG_EDIT_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/config',
    operationId: 'readConfig',
    role: 'operate',
    summary: 'The configuration file as it is, with the hash that a change is bound to.',
    tag: 'config',
    response: ConfigShape,
    handle: (_request, parts) => requireFiles(parts).readConfig(),
  },
  {
    method: 'get',
    path: '/api/config/schema',
    operationId: 'getConfigSchema',
    role: 'view',
    isPerAgent: true,
    summary: 'The JSON Schema of the configuration.',
    tag: 'config',
    response: Type.Object({}, { additionalProperties: true }),
    handle: () => JSON.parse(printConfigSchema()),
  },
  {
    method: 'post',
    path: '/api/config/propose',
    operationId: 'proposeConfig',
    role: 'operate',
    summary:
      'What the configuration would say after changes, and what that would do to every agent. Changes nothing.',
    tag: 'config',
    body: ProposeBody,
    response: Type.Object({
      text: Type.String(),
      notes: Type.Array(Type.String()),
      isAcceptable: Type.Boolean(),
      diagnostics: Type.Array(DiagnosticShape),
      preview: Type.Optional(PreviewShape),
    }),
    handle: async ({ body, signal }, parts) => {
      const { base, changes } = body as Static<typeof ProposeBody>;
      const proposed = await requireFiles(parts).proposeConfig({ changes, base, signal });
      if (proposed.status === 'refused') throw new FileProblem(proposed);
      const { status: _, ...answer } = proposed;
      return answer;
    },
  },
  {
    method: 'post',
    path: '/api/config',
    operationId: 'saveConfig',
    role: 'operate',
    summary:
      'Writes the configuration if the file still is what the change was made from, and has the host read it.',
    tag: 'config',
    body: SaveBody,
    response: Type.Object({
      hash: Type.String(),
      isAccepted: Type.Boolean(),
      revision: Type.Integer(),
      diagnostics: Type.Array(DiagnosticShape),
    }),
    handle: async ({ body }, parts) => {
      const { base, text } = body as Static<typeof SaveBody>;
      const saved = await requireFiles(parts).saveConfig(text, base);
      if (saved.status === 'refused') throw new FileProblem(saved);
      const { hash, proposal } = saved;
      const { revision } = parts.host.config;
      const { status, diagnostics } = proposal;
      return { hash, isAccepted: status === 'accepted', revision, diagnostics };
    },
  },
];

function requireFiles({ files }: ApiParts): OperatorFiles {
  if (files === undefined) throw new HttpProblem(409, 'config_not_kept');
  return files;
}
