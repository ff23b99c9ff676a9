import { foldName } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';
import { DiagnosticShape } from './shapes.ts';

const ExtensionShape = Type.Object(
  {
    id: Type.String(),
    status: Type.String(),
    tools: Type.Array(Type.String()),
    diagnostics: Type.Array(DiagnosticShape),
  },
  { additionalProperties: true },
);

export const EXTENSION_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/extensions',
    operationId: 'listExtensions',
    summary: 'The extensions, loaded or failed, and how their sandboxes are.',
    tag: 'extensions',
    response: Type.Object({ extensions: Type.Array(ExtensionShape) }),
    handle: (_request, { host }) => ({
      extensions: host.extensions.list().map((state) => withHealth(host, state)),
    }),
  },
  {
    method: 'get',
    path: '/api/extensions/{extension}',
    operationId: 'getExtension',
    summary: 'One extension.',
    tag: 'extensions',
    response: ExtensionShape,
    handle: ({ params }, { host }) => withHealth(host, requireExtension(host, params['extension'])),
  },
  {
    method: 'delete',
    path: '/api/extensions/{extension}',
    operationId: 'unloadExtension',
    summary: 'Takes an extension and its tools out of the running host.',
    tag: 'extensions',
    response: Type.Object({ unloaded: Type.String() }),
    handle: async ({ params }, { host }) => {
      const { id } = requireExtension(host, params['extension']);
      await host.extensions.unload(id);
      return { unloaded: id };
    },
  },
];

type ExtensionState = ReturnType<Host['extensions']['list']>[number];

function requireExtension(host: Host, id = ''): ExtensionState {
  const found = host.extensions.list().find((each) => foldName(each.id) === foldName(id));
  if (found === undefined) throw new HttpProblem(404, 'unknown_extension');
  return found;
}

function withHealth(host: Host, state: ExtensionState) {
  const health = host.sandboxStatus().extensions.find(({ id }) => id === state.id);
  return { ...state, ...(health === undefined ? {} : { health }) };
}
