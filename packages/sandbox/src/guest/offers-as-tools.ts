import type {
  COMPLETE as Complete,
  ENTRY_KINDS as EntryKinds,
  PROMPT_ROLE as PromptRole,
} from '@mortise/contracts';
import { apply, create, findText, isArray, keysOf, sliceText } from './intrinsics.ts';

// Put in their place when the prelude is built.
declare const ENTRY_KINDS: typeof EntryKinds;
declare const COMPLETE: typeof Complete;
declare const PROMPT_ROLE: typeof PromptRole;

type GuestRecord = { readonly [key: string]: unknown };
type Table<Value> = { [key: string]: Value };

/** A completion of MCP has at most so many values. */
const MAX_VALUES = 100;

/** A prompt as the tool that it is to the rest of the prelude: its call checks the same and ends the same. */
export function promptAsTool(guestValue: unknown): unknown {
  if (!isRecord(guestValue)) return guestValue;
  const given = guestValue['arguments'];
  const specs = isRecord(given) ? given : {};
  return asTool(guestValue, {
    ...{ name: guestValue['name'], prefix: ENTRY_KINDS.prompt.prefix },
    ...{ handler: 'get', names: keysOf(specs), specs },
    isRequired: (spec) => spec['required'] === true,
    answer: promptAnswer,
  });
}

/** A resource in the same way: the variables of its path are the arguments. */
export function resourceAsTool(guestValue: unknown): unknown {
  if (!isRecord(guestValue)) return guestValue;
  const { path } = guestValue;
  const given = guestValue['arguments'];
  return asTool(guestValue, {
    ...{ name: path, prefix: ENTRY_KINDS.resource.prefix },
    ...{ handler: 'read', names: variablesOf(path), specs: isRecord(given) ? given : {} },
    isRequired: () => true,
    answer: resourceAnswer,
  });
}

interface OfferParts {
  readonly name: unknown;
  readonly prefix: string;
  /** What the author calls the function that answers. */
  readonly handler: 'get' | 'read';
  readonly names: readonly string[];
  /** What the author says of each argument. */
  readonly specs: GuestRecord;
  readonly isRequired: (spec: GuestRecord) => boolean;
  readonly answer: (value: unknown) => unknown;
}

function asTool(offered: GuestRecord, parts: OfferParts): unknown {
  const { name, prefix, handler } = parts;
  const handle = offered[handler];
  const completers = create(null) as Table<Completer>;
  const parameters = schemaOf(parts, completers);
  const execute =
    typeof handle !== 'function'
      ? undefined
      : async (_callId: unknown, args: Table<unknown>, context: unknown) => {
          const wanted = args[COMPLETE];
          if (wanted !== undefined) return complete(completers, { wanted, args, context });
          return parts.answer(await apply(handle, offered, [args, context]));
        };
  return {
    ...offered,
    name: typeof name === 'string' ? `${prefix}${name}` : undefined,
    ...{ parameters, execute, outputSchema: undefined },
    annotations: { title: offered['title'] },
  };
}

interface Completer {
  readonly self: GuestRecord;
  readonly complete: (...given: never[]) => unknown;
}

function schemaOf({ names, specs, isRequired }: OfferParts, completers: Table<Completer>): object {
  const properties = create(null) as Table<object>;
  const required: string[] = [];
  const completed: string[] = [];
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    const given = specs[name];
    const spec = isRecord(given) ? given : {};
    properties[name] = { type: 'string', description: spec['description'] };
    if (isRequired(spec)) required[required.length] = name;
    const { complete: own } = spec;
    if (typeof own !== 'function') continue;
    completed[completed.length] = name;
    completers[name] = { self: spec, complete: own as Completer['complete'] };
  }
  if (completed.length > 0) properties[COMPLETE] = { enum: completed };
  return { type: 'object', properties, required, additionalProperties: false };
}

interface CompletionParts {
  readonly wanted: unknown;
  readonly args: Table<unknown>;
  readonly context: unknown;
}

async function complete(
  completers: Table<Completer>,
  { wanted, args, context }: CompletionParts,
): Promise<object> {
  const name = wanted as string;
  // The schema has let through only names that are here.
  const completer = completers[name] as Completer;
  delete args[COMPLETE];
  const found = await apply(completer.complete, completer.self, [args[name], args, context]);
  if (!isArray(found)) throw new TypeError(`complete of ${name} answers with a list of texts`);
  const values: string[] = [];
  for (let index = 0; index < found.length && values.length < MAX_VALUES; index += 1) {
    const value = found[index];
    if (typeof value === 'string') values[values.length] = value;
  }
  const hasMore = found.length > MAX_VALUES;
  return { content: [], structured: { values, total: found.length, hasMore } };
}

/** Who speaks stands beside each part; without a word it is the user. */
function promptAnswer(value: unknown): object {
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  const messages = isRecord(value) ? value['messages'] : undefined;
  if (!isArray(messages)) throw new TypeError('get answers with a text or with { messages }');
  const content: unknown[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index] as GuestRecord;
    const said = message['content'];
    const part = typeof said === 'string' ? { type: 'text', text: said } : said;
    content[index] = message['role'] === 'assistant' && isRecord(part) ? marked(part) : part;
  }
  const { description } = value as GuestRecord;
  return typeof description === 'string' ? { content, structured: { description } } : { content };
}

function marked(part: GuestRecord): object {
  const meta = part['_meta'];
  return { ...part, _meta: { ...(isRecord(meta) ? meta : {}), [PROMPT_ROLE]: 'assistant' } };
}

/** The host knows the address that was asked for. */
function resourceAnswer(value: unknown): object {
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  const given = isArray(value) ? value : [value];
  const content: unknown[] = [];
  for (let index = 0; index < given.length; index += 1) {
    const each = given[index];
    if (!isRecord(each)) throw new TypeError('read answers with a text, { text } or { blob }');
    content[index] = { type: 'resource', resource: { uri: '', ...each } };
  }
  return { content };
}

/** `a` and `b` of `pages/{a}/{+b}`. */
function variablesOf(path: unknown): readonly string[] {
  const names: string[] = [];
  if (typeof path !== 'string') return names;
  for (let start = findText(path, '{', 0); start >= 0; start = findText(path, '{', start + 1)) {
    const end = findText(path, '}', start);
    if (end < 0) break;
    const from = start + (path[start + 1] === '+' ? 2 : 1);
    names[names.length] = sliceText(path, from, path[end - 1] === '*' ? end - 1 : end);
  }
  return names;
}

function isRecord(value: unknown): value is GuestRecord {
  return typeof value === 'object' && value !== null && !isArray(value);
}
