import {
  canonicalJson,
  type JsonSchema,
  type SurfaceShape,
  type Tool,
  type ToolContext,
  type ToolResult,
  type ToolSurface,
} from '@mortise/contracts';
import {
  CAPABILITY_LIST,
  LIST_TOOLKITS,
  LOAD_TOOLS,
  UNLOAD_TOOLS,
} from '../policy/selectors/control-plane-names.ts';
import type { CapabilityListing } from './capability-listing.ts';
import { type ListReply, type LoadReply, printReply, type UnloadReply } from './toolkit-reply.ts';

/** The agent and session of a control-plane call: from its context, never from its arguments. */
export interface ControlPlaneCaller {
  readonly agentId: string;
  /** Absent where nothing could be kept. */
  readonly sessionKey?: string;
  readonly surface?: ToolSurface;
  /** What is permitted depends on it; that of the surface if absent. */
  readonly shape?: SurfaceShape;
}

/** What the control-plane tools need of a host. */
export interface ControlPlanePort {
  list(caller: ControlPlaneCaller): Promise<ListReply>;
  load(caller: ControlPlaneCaller, toolkit: string): Promise<LoadReply>;
  unload(caller: ControlPlaneCaller, toolkit: string): Promise<UnloadReply>;
  capabilities(caller: ControlPlaneCaller, search?: string): Promise<CapabilityListing>;
}

/** The four tools through which a model moves inside its permission. */
export function createControlPlaneTools(port: ControlPlanePort): readonly Tool[] {
  return [
    {
      name: LIST_TOOLKITS,
      description:
        'List the toolkits you may load, with their tools and whether they are loaded. Call it when a capability you need is missing.',
      schema: NO_ARGUMENTS,
      annotations: { readOnlyHint: true },
      execute: async (_args, context) => answer(printReply(await port.list(callerOf(context)))),
    },
    {
      name: LOAD_TOOLS,
      description:
        'Load one toolkit by its exact name. Its tools are there from the next request on, not in this one.',
      schema: TOOLKIT_ARGUMENT,
      annotations: { idempotentHint: true },
      execute: async (args, context) => {
        const toolkit = textArgument(args, 'toolkit') ?? '';
        return answer(printReply(await port.load(callerOf(context), toolkit)));
      },
    },
    {
      name: UNLOAD_TOOLS,
      description:
        'Unload one toolkit by its exact name. Its tools are gone from the next request on. Toolkits loaded from the start stay.',
      schema: TOOLKIT_ARGUMENT,
      annotations: { idempotentHint: true },
      execute: async (args, context) => {
        const toolkit = textArgument(args, 'toolkit') ?? '';
        return answer(printReply(await port.unload(callerOf(context), toolkit)));
      },
    },
    {
      name: CAPABILITY_LIST,
      description:
        'List the plugins and tools you have now and those you could load. `search` narrows it to names that contain a text.',
      schema: SEARCH_ARGUMENT,
      annotations: { readOnlyHint: true },
      execute: async (args, context) => {
        const search = textArgument(args, 'search');
        return answer(canonicalJson(await port.capabilities(callerOf(context), search)));
      },
    },
  ];
}

const NO_ARGUMENTS: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

const TOOLKIT_ARGUMENT: JsonSchema = {
  type: 'object',
  properties: {
    toolkit: {
      type: 'string',
      maxLength: 200,
      description: 'Exact name, as list_toolkits() gives it.',
    },
  },
  required: ['toolkit'],
  additionalProperties: false,
};

const SEARCH_ARGUMENT: JsonSchema = {
  type: 'object',
  properties: { search: { type: 'string', maxLength: 200 } },
  additionalProperties: false,
};

function callerOf({ agentId, sessionKey, surface }: ToolContext): ControlPlaneCaller {
  return {
    agentId: agentId ?? '',
    ...(sessionKey === '' ? {} : { sessionKey }),
    ...(surface === undefined ? {} : { surface }),
  };
}

function answer(value: string): ToolResult {
  return { ok: true, value };
}

function textArgument(rawArguments: unknown, key: string): string | undefined {
  if (typeof rawArguments !== 'object' || rawArguments === null) return undefined;
  const value: unknown = Object.hasOwn(rawArguments, key)
    ? Reflect.get(rawArguments, key)
    : undefined;
  return typeof value === 'string' ? value : undefined;
}
