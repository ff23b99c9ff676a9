import {
  type CompleteRequest,
  type CompleteResult,
  type GetPromptRequest,
  type GetPromptResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceRequest,
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import {
  argumentsOfSchema,
  type CallPlace,
  COMPLETE,
  ENTRY_KINDS,
  type EntryKind,
  showOnOneLine,
} from '@mortise/contracts';
import type { RequestedCall, SessionSuccess } from '@mortise/host';
import { abilitiesOf } from './client-abilities.ts';
import type { Conversation, ConversationCall } from './conversation.ts';
import { describeContents, describeMessages, readCompletion } from './describe-offer.ts';
import { offerProblem } from './offer-problem.ts';
import { type AskedPorts, runAsked } from './run-asked.ts';

export interface OfferParts {
  readonly server: Server;
  readonly conversation: Conversation;
  readonly newId: () => string;
  /** That a request has among the calls. */
  readonly placeFor: (context: ServerContext) => CallPlace | undefined;
}

/** Requests that run code: they wait for a place like `tools/call`. */
export const OFFER_CALLS = ['prompts/get', 'resources/read', 'completion/complete'] as const;

/** Answers what clients ask of prompts and resources: each is a call, held to all that holds for calls of tools. */
export function serveOffers(parts: OfferParts): void {
  const { server } = parts;
  server.setRequestHandler('prompts/get', (request, context) =>
    getPrompt(request, new OfferCall(parts, context)),
  );
  server.setRequestHandler('resources/read', (request, context) =>
    readResource(request, new OfferCall(parts, context)),
  );
  server.setRequestHandler('completion/complete', (request, context) =>
    complete(request, new OfferCall(parts, context)),
  );
}

/** One request of a client for something that is no tool. */
class OfferCall {
  readonly #parts: OfferParts;
  readonly #context: ServerContext;

  constructor(parts: OfferParts, context: ServerContext) {
    this.#parts = parts;
    this.#context = context;
  }

  get conversation(): Conversation {
    return this.#parts.conversation;
  }

  /**
   * Its answer, or what it asks of the client first. Throws what the client is told if there is none; `unknown` if it
   * may not know why.
   */
  async ask(
    call: OfferedCall,
    unknown: ProtocolError,
  ): Promise<SessionSuccess | InputRequiredResult> {
    const context = this.#context;
    const { server } = this.#parts;
    const end = await runAsked({
      ...{ ...this.#parts, context, abilities: abilitiesOf(server, context) },
      call: this.#sessionCall(call),
      ...{ place: this.#parts.placeFor(context), onProgress: () => undefined },
      run: (ports) => this.#run(call, ports),
    });
    return 'resultType' in end ? end : succeeded(end, call, unknown);
  }

  /** The same for one that must not ask. */
  async run(call: OfferedCall, unknown: ProtocolError): Promise<SessionSuccess> {
    const place = this.#parts.placeFor(this.#context);
    const { signal } = this.#context.mcpReq;
    const ports = { signal, ...(place === undefined ? {} : { place }) };
    return succeeded(await this.#run(call, ports), call, unknown);
  }

  #run(call: OfferedCall, ports: AskedPorts): Promise<ConversationCall> {
    const { conversation } = this.#parts;
    const approvalWaitMs = conversation.clientWaitMs;
    return conversation.call(this.#sessionCall(call), {
      ...ports,
      kind: call.kind,
      approvalWaitMs,
    });
  }

  #sessionCall({ name, args }: OfferedCall): RequestedCall<'id'> {
    return { id: this.#parts.newId(), name, args };
  }
}

function succeeded(
  { surface, result }: ConversationCall,
  { name }: OfferedCall,
  unknown: ProtocolError,
): SessionSuccess {
  if (result?.ok === true) return result;
  throw offerProblem(result, surface.stateOf(name), unknown);
}

interface OfferedCall {
  readonly kind: EntryKind;
  readonly name: string;
  readonly args: { readonly [argument: string]: unknown };
}

async function getPrompt(
  { params }: GetPromptRequest,
  offer: OfferCall,
): Promise<GetPromptResult | InputRequiredResult> {
  const args = params.arguments ?? {};
  const unknown = unknownPrompt(params.name);
  if (Object.hasOwn(args, COMPLETE)) throw unknown;
  const name = `${ENTRY_KINDS.prompt.prefix}${params.name}`;
  const answer = await offer.ask({ kind: 'prompt', name, args }, unknown);
  return 'resultType' in answer ? answer : describeMessages(answer);
}

async function readResource(
  { params: { uri } }: ReadResourceRequest,
  offer: OfferCall,
): Promise<ReadResourceResult | InputRequiredResult> {
  const unknown = new ResourceNotFoundError(uri);
  const found = (await offer.conversation.surface()).resourceAt(uri);
  if (found === undefined) throw unknown;
  const { entry, args } = found;
  const answer = await offer.ask({ kind: 'resource', name: entry.name, args }, unknown);
  return 'resultType' in answer ? answer : describeContents(answer, uri, entry);
}

async function complete(
  { params: { ref, argument, context } }: CompleteRequest,
  offer: OfferCall,
): Promise<CompleteResult> {
  const kind = ref.type === 'ref/prompt' ? 'prompt' : 'resource';
  const bare = ref.type === 'ref/prompt' ? ref.name : ref.uri;
  const name = `${ENTRY_KINDS[kind].prefix}${bare}`;
  const entry = (await offer.conversation.surface()).find(name);
  const unknown = kind === 'prompt' ? unknownPrompt(bare) : new ResourceNotFoundError(bare);
  if (entry === undefined) throw unknown;
  const given = argumentsOfSchema(entry.schema) ?? [];
  const wanted = given.find((each) => each.name === argument.name);
  if (wanted === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'It has no such argument.');
  }
  if (!wanted.isCompleted) return { completion: { values: [] } };
  const known = Object.entries(context?.arguments ?? {});
  const args = Object.fromEntries([
    // What must be there and is not known yet is empty.
    ...given.filter(({ isRequired }) => isRequired).map((each) => [each.name, '']),
    ...known.filter(([key]) => given.some((each) => each.name === key)),
    ...[
      [wanted.name, argument.value],
      [COMPLETE, wanted.name],
    ],
  ]);
  return readCompletion(await offer.run({ kind, name, args }, unknown));
}

/** More of a name is not repeated. */
const MOST_NAME_CHARS = 100;

function unknownPrompt(name: string): ProtocolError {
  const shown = showOnOneLine(name.slice(0, MOST_NAME_CHARS));
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${shown}" here.`);
}
