import { type Diagnostic, ERROR_CODES, foldName } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiParts, ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';
import type { KeptSwitch } from '../keep-switch.ts';
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

const SwitchedShape = Type.Intersect([
  ExtensionShape,
  Type.Object({ isKept: Type.Boolean({ description: 'Whether it lasts beyond this host.' }) }),
]);

const LoadBody = Type.Object(
  { source: Type.String({ minLength: 1, maxLength: 4_096 }) },
  { additionalProperties: false },
);

export const EXTENSION_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/extensions',
    operationId: 'listExtensions',
    role: 'view',
    summary: 'The extensions, loaded, failed or switched off, and how their sandboxes are.',
    tag: 'extensions',
    response: Type.Object({ extensions: Type.Array(ExtensionShape) }),
    handle: (_request, { host }) => ({
      extensions: host.extensions.all().map((state) => withHealth(host, state)),
    }),
  },
  {
    method: 'get',
    path: '/api/extensions/{extension}',
    operationId: 'getExtension',
    role: 'view',
    summary: 'One extension.',
    tag: 'extensions',
    response: ExtensionShape,
    handle: ({ params }, { host }) => withHealth(host, requireExtension(host, params['extension'])),
  },
  {
    method: 'post',
    path: '/api/extensions',
    operationId: 'loadExtension',
    role: 'operate',
    summary: 'Loads an extension until the host ends; what its lock entry grants and nothing else.',
    tag: 'extensions',
    body: LoadBody,
    response: ExtensionShape,
    handle: async ({ body }, { host }) => {
      const { source } = body as Static<typeof LoadBody>;
      return withHealth(host, await host.extensions.load(source));
    },
  },
  {
    method: 'post',
    path: '/api/extensions/{extension}/reload',
    operationId: 'reloadExtension',
    role: 'operate',
    summary: 'Takes its code up if it changed; one that asks for more waits for approval.',
    tag: 'extensions',
    response: ExtensionShape,
    handle: ({ params }, { host }) =>
      changed(host, params['extension'], (id) => host.extensions.refresh(id)),
  },
  {
    method: 'post',
    path: '/api/extensions/{extension}/disable',
    operationId: 'disableExtension',
    role: 'operate',
    summary:
      'Ends its calls and takes its tools away for good, or, if that cannot be kept, until the host ends.',
    tag: 'extensions',
    response: SwitchedShape,
    handle: ({ params }, parts) => disable(parts, params['extension']),
  },
  {
    method: 'post',
    path: '/api/extensions/{extension}/enable',
    operationId: 'enableExtension',
    role: 'operate',
    summary: 'Loads an extension again that was disabled.',
    tag: 'extensions',
    response: SwitchedShape,
    handle: ({ params }, parts) => enable(parts, params['extension']),
  },
  {
    method: 'delete',
    path: '/api/extensions/{extension}',
    operationId: 'unloadExtension',
    role: 'operate',
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

/** What a move made of an extension; as it is now if there was nothing to move. */
async function changed(
  host: Host,
  named: string | undefined,
  move: (id: string) => Promise<ExtensionState | undefined>,
) {
  const known = requireExtension(host, named);
  return withHealth(host, (await move(known.id)) ?? known);
}

/** Off it goes, whether that can be written down or not. */
async function disable(parts: ApiParts, named: string | undefined) {
  const { host } = parts;
  const { id, origin } = requireExtension(host, named);
  const kept = await keep(parts, { id, origin }, false);
  if (!kept.isKept) await host.extensions.disable(id);
  const state = requireExtension(host, id);
  const notes = kept.isKept ? [] : [notKept(id, kept.reason)];
  const diagnostics = [...state.diagnostics, ...notes];
  return { ...withHealth(host, state), diagnostics, isKept: kept.isKept };
}

/** What the configuration switches off is on again only if that can be written down. */
async function enable(parts: ApiParts, named: string | undefined) {
  const { host } = parts;
  const { id, origin } = requireExtension(host, named);
  const kept = await keep(parts, { id, origin }, true);
  await host.extensions.enable(id);
  const state = requireExtension(host, id);
  if (!kept.isKept && state.failure?.code === 'extension_disabled') {
    throw new HttpProblem(409, 'file_not_writable', { detail: kept.reason });
  }
  return { ...withHealth(host, state), isKept: kept.isKept };
}

async function keep(
  { keepSwitch }: ApiParts,
  target: Pick<ExtensionState, 'id' | 'origin'>,
  isEnabled: boolean,
): Promise<KeptSwitch> {
  const reason = 'This host was started without a configuration file.';
  return (await keepSwitch?.(target, isEnabled)) ?? { isKept: false, reason };
}

function notKept(id: string, reason: string): Diagnostic {
  const { summary, hint } = ERROR_CODES.switch_not_kept;
  const said = { message: `${summary} ${reason}`, hint: hint.replaceAll('<id>', id) };
  return { code: 'switch_not_kept', severity: 'warning', subject: id, ...said };
}

type ExtensionState = ReturnType<Host['extensions']['list']>[number];

function requireExtension(host: Host, id = ''): ExtensionState {
  const found = host.extensions.all().find((each) => foldName(each.id) === foldName(id));
  if (found === undefined) throw new HttpProblem(404, 'unknown_extension');
  return found;
}

function withHealth(host: Host, state: ExtensionState) {
  const health = host.sandboxStatus().extensions.find(({ id }) => id === state.id);
  return { ...state, ...(health === undefined ? {} : { health }) };
}
