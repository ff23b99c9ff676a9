import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import {
  bareName,
  COMPLETE,
  entryKind,
  ownUris,
  PROMPT_ROLE,
  type ResolvedLimits,
  readUriTemplate,
  refuse,
  type ToolOutcome,
  uriOwnerOfServer,
} from '@mortise/contracts';
import { interpretRemoteResult } from './interpret-remote-result.ts';

export interface RemoteOffer {
  /** What the server calls it, after what it is: `prompt:greet`, `resource:file:///{+path}`. */
  readonly name: string;
  readonly args: { readonly [argument: string]: unknown };
  readonly limits: ResolvedLimits;
  /** Of the names that its server has here. */
  readonly prefix: string;
  /** Whether the configuration denies an address of the server. */
  readonly isDenied: (uri: string) => boolean;
}

/** Asks a server for a prompt, a resource, or values of an argument; rejects as any request does. */
export async function askRemoteOffer(
  client: Client,
  offer: RemoteOffer,
  options: RequestOptions,
): Promise<ToolOutcome> {
  const { name, args, limits } = offer;
  const texts = Object.entries(args).filter(isText);
  if (texts.length < Object.keys(args).length) {
    return refuse('input_invalid', 'Arguments of prompts and resources are texts.');
  }
  const given = Object.fromEntries(texts);
  if (Object.hasOwn(given, COMPLETE)) return complete(client, { ...offer, args: given }, options);
  if (entryKind(name) === 'prompt') {
    const params = { name: bareName(name), arguments: given };
    const answer = await client.request({ method: 'prompts/get', params }, options);
    const { description, messages } = answer;
    const content = messages.map(({ role, content: part }) =>
      role === 'user' ? part : { ...part, _meta: { ...part._meta, [PROMPT_ROLE]: role } },
    );
    const structured = description === undefined ? {} : { structuredContent: { description } };
    return interpretRemoteResult({ content, ...structured }, limits);
  }
  return read(client, { ...offer, args: given }, options);
}

type GivenOffer = RemoteOffer & { readonly args: { readonly [argument: string]: string } };

async function read(
  client: Client,
  { name, args, limits, prefix, isDenied }: GivenOffer,
  options: RequestOptions,
): Promise<ToolOutcome> {
  const uri = readUriTemplate(bareName(name))?.expand(args) ?? '';
  if (isDenied(uri)) return refuse('not_available', 'The configuration denies this address.');
  const answer = await client.request({ method: 'resources/read', params: { uri } }, options);
  const own = ownUris(uriOwnerOfServer(prefix));
  const content = answer.contents.map((each) => ({
    type: 'resource' as const,
    resource: { ...each, uri: `${own}${each.uri}` },
  }));
  return interpretRemoteResult({ content }, limits);
}

async function complete(
  client: Client,
  { name, args, limits }: GivenOffer,
  options: RequestOptions,
): Promise<ToolOutcome> {
  const { [COMPLETE]: wanted = '', ...others } = args;
  const { [wanted]: value = '', ...known } = others;
  const filled = Object.entries(known).filter(([, text]) => text !== '');
  const bare = bareName(name);
  const params = {
    ref:
      entryKind(name) === 'prompt'
        ? { type: 'ref/prompt' as const, name: bare }
        : { type: 'ref/resource' as const, uri: bare },
    argument: { name: wanted, value },
    ...(filled.length === 0 ? {} : { context: { arguments: Object.fromEntries(filled) } }),
  };
  const { completion } = await client.request({ method: 'completion/complete', params }, options);
  return interpretRemoteResult({ content: [], structuredContent: { ...completion } }, limits);
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}
