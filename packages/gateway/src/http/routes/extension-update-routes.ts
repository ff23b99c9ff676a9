import {
  addGrantValues,
  type CapabilityGrants,
  grantRequested,
  isCapabilityName,
  listGrantValues,
  type ToolDescription,
  type ToolEntry,
  visibleJson,
} from '@mortise/contracts';
import { type ExtensionProposal, type ExtensionState, type Host, WorkSlices } from '@mortise/host';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiParts, ApiRequest, ApiRoute } from '../api-route.ts';
import type { ShownProposal } from '../extension-proposals.ts';
import { FileProblem, HttpProblem } from '../http-problem.ts';
import type { OperatorFiles } from '../operator-files.ts';

const strict = { additionalProperties: false } as const;
const Hash = Type.String({ minLength: 1, maxLength: 200 });
const Name = Type.String({ minLength: 1, maxLength: 256 });
const Value = Type.Object({ capability: Name, value: Type.String({ maxLength: 4_096 }) }, strict);

const GrantValues = Type.Array(
  Type.Object({ capability: Type.String(), value: Type.String(), words: Type.String() }),
);

const ProposalShape = Type.Object(
  {
    id: Type.String(),
    version: Type.Optional(Type.String()),
    integrity: Type.Optional(Type.String()),
    hash: Type.String({ description: 'Of all that is shown; an approval names it.' }),
    difference: Type.Optional(Type.String()),
    asks: Type.Array(
      Type.Object({ capability: Type.String(), value: Type.String(), words: Type.String() }),
    ),
    grantedNow: GrantValues,
    grantedAfter: GrantValues,
    tools: Type.Array(
      Type.Object({
        name: Type.String(),
        isOptional: Type.Boolean(),
        definition: Type.String({
          description: 'As JSON over several lines, with nothing hidden in it.',
        }),
        before: Type.Optional(
          Type.String({ description: 'The one that is in force, if there is one.' }),
        ),
      }),
    ),
    agents: Type.Array(Type.Object({ agentId: Type.String() }, { additionalProperties: true }), {
      description: 'Those for whom tools appear or disappear with it.',
    }),
  },
  strict,
);

const GrantsShape = Type.Object({
  grants: Type.Array(
    Type.Object(
      {
        capability: Type.String(),
        value: Type.String(),
        words: Type.String(),
        isAsked: Type.Boolean(),
        isGranted: Type.Boolean(),
      },
      { additionalProperties: true },
    ),
  ),
});

const ProposeBody = Type.Union([
  Type.Object({ source: Type.String({ minLength: 1, maxLength: 4_096 }) }, strict),
  Type.Object(
    { fileName: Name, data: Type.String({ description: 'The package as base64.' }) },
    strict,
  ),
]);

const InstallBody = Type.Object({ grants: Type.Array(Value, { maxItems: 1_000 }) }, strict);
const ApproveBody = Type.Object({ hash: Hash }, strict);
const GrantBody = Type.Object(
  { capability: Name, value: Type.String({ maxLength: 4_096 }), isGranted: Type.Boolean() },
  strict,
);
const StateShape = Type.Object(
  { id: Type.String(), status: Type.String() },
  { additionalProperties: true },
);

export const EXTENSION_UPDATE_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/extensions/{extension}/update',
    operationId: 'getWaitingUpdate',
    role: 'view',
    summary: 'The update that waits for approval: its difference, what it asks for and what moves.',
    tag: 'extensions',
    response: ProposalShape,
    handle: async ({ params }, parts) => {
      const proposal = await parts.host.extensions.waiting(params['extension'] ?? '');
      if (proposal === undefined) throw new HttpProblem(404, 'nothing_waits');
      return describeProposal(proposal, parts);
    },
  },
  {
    method: 'post',
    path: '/api/extensions/{extension}/approve',
    operationId: 'approveUpdate',
    role: 'operate',
    summary: 'Takes exactly the update that was shown; another one by now is refused.',
    tag: 'extensions',
    body: ApproveBody,
    response: StateShape,
    handle: (request, { host }) => approve(request, host),
  },
  {
    method: 'get',
    path: '/api/extensions/{extension}/grants',
    operationId: 'listGrants',
    role: 'view',
    summary: 'What an extension asks for, was granted and has used.',
    tag: 'extensions',
    response: GrantsShape,
    handle: async ({ params }, parts) => ({ grants: await grantsOf(parts, params) }),
  },
  {
    method: 'post',
    path: '/api/extensions/{extension}/grants',
    operationId: 'changeGrant',
    role: 'operate',
    summary: 'Gives an extension something that it asks for, or takes it back.',
    tag: 'extensions',
    body: GrantBody,
    response: GrantsShape,
    handle: async ({ params, body }, parts) => {
      const change = body as Static<typeof GrantBody>;
      requireDone(await requireFiles(parts).changeGrant(params['extension'] ?? '', change));
      return { grants: await grantsOf(parts, params) };
    },
  },
  {
    method: 'post',
    path: '/api/extension-proposals',
    operationId: 'proposeExtension',
    role: 'operate',
    summary:
      'Reads a folder, a package or a file that is sent, tries it out where no call can reach it, and shows what it asks for.',
    tag: 'extensions',
    body: ProposeBody,
    response: ProposalShape,
    maxBodyBytes: 64_000_000,
    handle: (request, parts) => propose(request, parts),
  },
  {
    method: 'post',
    path: '/api/extension-proposals/{hash}/install',
    operationId: 'installExtension',
    role: 'operate',
    summary:
      'Installs exactly what was shown, with these grants, and names it in the configuration.',
    tag: 'extensions',
    body: InstallBody,
    response: StateShape,
    handle: (request, parts) => install(request, parts),
  },
];

function requireFiles({ files }: ApiParts): OperatorFiles {
  if (files === undefined) throw new HttpProblem(409, 'config_not_kept');
  return files;
}

function requireDone<Done>(answer: Done): Exclude<Done, { readonly status: 'refused' }> {
  const isRefused =
    typeof answer === 'object' && answer !== null && Reflect.get(answer, 'status') === 'refused';
  if (isRefused) throw new FileProblem(answer as never);
  return answer as Exclude<Done, { readonly status: 'refused' }>;
}

async function grantsOf(parts: ApiParts, params: ApiRequest['params']) {
  return requireDone(await requireFiles(parts).grantsOf(params['extension'] ?? ''));
}

async function approve({ params, body }: ApiRequest, host: Host): Promise<ExtensionState> {
  const { hash } = body as Static<typeof ApproveBody>;
  const id = params['extension'] ?? '';
  const proposal = await host.extensions.waiting(id);
  if (proposal === undefined) throw new HttpProblem(404, 'nothing_waits');
  requireUsable(host, proposal);
  const state = await host.extensions.approve(id, { hash });
  if (state === undefined) throw new HttpProblem(404, 'nothing_waits');
  return requireLoaded(state);
}

/** A configuration that could not be used with it would stop the next start. */
function requireUsable(host: Host, { id: extensionId, tools }: ExtensionProposal): void {
  const faults = host
    .check(host.config, { extensionId, tools })
    .filter(({ severity }) => severity === 'error');
  if (faults.length === 0) return;
  const message = `With it the configuration could not be used: ${faults.map((each) => each.message).join(' ')}`;
  throw new FileProblem({ code: 'edit_refused', message, hint: faults[0]?.hint ?? '' });
}

function requireLoaded(state: ExtensionState): ExtensionState {
  if (state.status === 'loaded' && state.waiting === undefined) return state;
  const { code = 'update_waiting', message = state.waiting ?? '', hint = '' } = state.failure ?? {};
  throw new FileProblem({ code, message, hint });
}

async function propose({ body }: ApiRequest, parts: ApiParts) {
  const asked = body as Static<typeof ProposeBody>;
  const files = requireFiles(parts);
  const source =
    'source' in asked
      ? files.sourceOf(asked.source)
      : requireDone(await files.keepPackage(asked.fileName, Buffer.from(asked.data, 'base64')));
  const proposal = await parts.host.extensions.propose(source);
  if ('status' in proposal) {
    const { code = 'registration_failed', message = '', hint = '' } = proposal.failure ?? {};
    const [first] = proposal.diagnostics;
    throw new FileProblem(first === undefined ? { code, message, hint } : first);
  }
  parts.proposals.add({ proposal, source });
  return describeProposal(proposal, parts);
}

/** Lock file first, then the configuration; what cannot be written down is not installed. */
async function install({ params, body }: ApiRequest, parts: ApiParts): Promise<ExtensionState> {
  const { grants } = body as Static<typeof InstallBody>;
  const files = requireFiles(parts);
  const shown = parts.proposals.take(params['hash'] ?? '');
  if (shown === undefined) throw new HttpProblem(404, 'nothing_waits');
  const { proposal, source } = shown;
  requireUsable(parts.host, proposal);
  const state = requireLoaded(await proposal.take(pickGrants(shown, grants, files.workspace)));
  const refused = await files.addSource(source);
  if (refused === undefined) return state;
  await parts.host.extensions.uninstall(state.id, { keepData: true });
  throw new FileProblem(refused);
}

/** Of what it asks for, the values that were chosen. */
function pickGrants(
  { proposal: { requested } }: ShownProposal,
  chosen: readonly Static<typeof Value>[],
  workspace: string,
): CapabilityGrants {
  const values = chosen.flatMap(({ capability, value }) =>
    isCapabilityName(capability) ? [{ capability, value }] : [],
  );
  const hosts = requested.network?.allowedHosts ?? [];
  return addGrantValues({}, values, { workspace, hosts });
}

async function describeProposal(
  proposal: ExtensionProposal,
  { host, files }: Pick<ApiParts, 'host' | 'files'>,
) {
  const { id, version, integrity, hash, difference, grantedNow, grantedAfter, tools } = proposal;
  return {
    ...{ id, hash },
    ...(version === undefined ? {} : { version }),
    ...(integrity === undefined ? {} : { integrity }),
    ...(difference === undefined ? {} : { difference }),
    asks: listGrantValues(grantRequested(proposal.requested, files?.workspace ?? '.')),
    grantedNow: listGrantValues(grantedNow),
    grantedAfter: listGrantValues(grantedAfter),
    tools: tools.map((tool) => describeTool(tool, host.tool(tool.name), id)),
    agents: await movedAgents(proposal, host),
  };
}

/** All of a definition that a model or a rule would see. */
function describeTool(tool: ToolDescription, entry: ToolEntry | undefined, id: string) {
  const isOwn = entry?.origin.kind === 'extension' && entry.origin.id === id;
  return {
    ...{ name: tool.name, isOptional: tool.isOptional === true, definition: printTool(tool) },
    ...(isOwn ? { before: printTool(entry) } : {}),
  };
}

function printTool(tool: ToolDescription): string {
  const { description, schema, outputSchema, annotations, capabilities, isOptional = false } = tool;
  const shown = { description, schema, outputSchema, annotations, capabilities, isOptional };
  return visibleJson(shown, 2) ?? '';
}

async function movedAgents({ id: extensionId, tools }: ExtensionProposal, host: Host) {
  const { agents } = host.previewSlowly({ extension: { extensionId, tools } });
  const slices = new WorkSlices();
  const moved: object[] = [];
  for (const agent of agents) {
    if (agent.appears.length + agent.disappears.length > 0) moved.push(agent);
    await slices.next();
  }
  return moved;
}
