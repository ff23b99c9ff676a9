import {
  type Client,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  type Tool,
} from '@modelcontextprotocol/client';
import {
  ENTRY_KINDS,
  type EntryArgument,
  type EntryKind,
  readUriTemplate,
  schemaOfArguments,
} from '@mortise/contracts';

/** What a server lists, in the one form that tools have; what it is stands in its name and in `kind`. */
export interface ListedEntry extends Tool {
  /** A tool if absent. */
  readonly kind?: EntryKind;
  readonly mimeType?: string;
}

export interface ListingBounds {
  /** Of all kinds together. */
  readonly most: number;
  readonly timeoutMs: number;
}

/** What a server listed, and what it has, as it says, and did not list. */
export interface RemoteListing {
  readonly entries: readonly ListedEntry[];
  readonly unlisted: readonly OfferList[];
}

export type OfferList = 'prompts' | 'resources' | 'resource templates';

const MOST_PAGES = 64;

/**
 * Everything that a server lists, tools first, at most `most` and one more, so that the caller can tell. Rejects if
 * it does not list its tools; a server whose prompts or resources cannot be listed is one without, and that is said.
 */
export async function listRemoteOffers(
  client: Client,
  { most, timeoutMs }: ListingBounds,
): Promise<RemoteListing> {
  const { tools, prompts, resources, completions } = client.getServerCapabilities() ?? {};
  const isCompleted = completions !== undefined;
  // One for all pages: a server may take its time with each of them.
  const options = { timeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
  const found: ListedEntry[] = [];
  const unlisted: OfferList[] = [];
  const miss = (list: OfferList) => (error: unknown) => {
    if (!isUnknownMethod(error)) unlisted.push(list);
  };
  const take = async <Listed>(next: NextPage<Listed>, describe: (each: Listed) => ListedEntry) => {
    const listed = await readPages(next, most - found.length);
    found.push(...listed.map(describe));
  };
  // Not `listTools` and its like: they keep the list, and schemas of the list would be compiled at a call.
  if (tools !== undefined) {
    await take(
      async (params) => {
        const page = await client.request({ method: 'tools/list', params }, options);
        return [page.tools, page.nextCursor];
      },
      (tool) => tool,
    );
  }
  if (prompts !== undefined) {
    await take(
      async (params) => {
        const page = await client.request({ method: 'prompts/list', params }, options);
        return [page.prompts, page.nextCursor];
      },
      (prompt) => promptAsTool(prompt, isCompleted),
    ).catch(miss('prompts'));
  }
  if (resources !== undefined) {
    await take(
      async (params) => {
        const page = await client.request({ method: 'resources/list', params }, options);
        return [page.resources, page.nextCursor];
      },
      (resource) => resourceAsTool(resource, resource.uri, []),
    ).catch(miss('resources'));
    await take(
      async (params) => {
        const page = await client.request({ method: 'resources/templates/list', params }, options);
        return [page.resourceTemplates, page.nextCursor];
      },
      (template) => {
        const { variables = [] } = readUriTemplate(template.uriTemplate) ?? {};
        const given = variables.map((name) => ({ name, isRequired: true, isCompleted }));
        return resourceAsTool(template, template.uriTemplate, given);
      },
    ).catch(miss('resource templates'));
  }
  return { entries: found.slice(0, most + 1), unlisted };
}

/** Servers with resources need not know templates. */
function isUnknownMethod(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound;
}

type NextPage<Listed> = (params: {
  cursor?: string;
}) => Promise<readonly [listed: readonly Listed[], nextCursor: string | undefined]>;

async function readPages<Listed>(next: NextPage<Listed>, most: number): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && found.length <= most; page += 1) {
    const [listed, following] = await next(cursor === undefined ? {} : { cursor });
    found.push(...listed.slice(0, most + 1));
    cursor = following;
    if (cursor === undefined) break;
  }
  return found.slice(0, Math.max(most + 1, 0));
}

function promptAsTool(prompt: Prompt, isCompleted: boolean): ListedEntry {
  const given = (prompt.arguments ?? []).map(({ name, description, required }) => ({
    ...{ name, isRequired: required === true, isCompleted },
    ...(description === undefined ? {} : { description }),
  }));
  return {
    ...{ kind: 'prompt', name: `${ENTRY_KINDS.prompt.prefix}${prompt.name}` },
    ...textsOf(prompt),
    inputSchema: { ...schemaOfArguments(given), type: 'object' },
  };
}

function resourceAsTool(
  resource: Omit<Resource, 'uri'>,
  uri: string,
  given: readonly EntryArgument[],
): ListedEntry {
  const { mimeType, name, title = name } = resource;
  return {
    ...{ kind: 'resource', name: `${ENTRY_KINDS.resource.prefix}${uri}` },
    ...textsOf({ ...resource, title }),
    inputSchema: { ...schemaOfArguments(given), type: 'object' },
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

function textsOf({ title, description }: Pick<Tool, 'title' | 'description'>) {
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}
