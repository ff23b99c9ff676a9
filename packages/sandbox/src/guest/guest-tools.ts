import { describeError } from './describe-error.ts';
import {
  apply,
  createSafeWeakMap,
  isArray,
  jsonParse,
  jsonStringify,
  keysOf,
  sliceText,
} from './intrinsics.ts';
import { promptAsTool, resourceAsTool } from './offers-as-tools.ts';
import { SchemaCheck } from './schema-check.ts';

/** What runs when a registered tool is called, and what checks it. */
export interface ToolCode {
  readonly name: string;
  readonly self: object;
  readonly execute: (...args: unknown[]) => unknown;
  readonly input: SchemaCheck;
  readonly output: SchemaCheck | undefined;
  readonly reduce: ((result: unknown, context: unknown) => unknown) | undefined;
}

/** Fields of a description that cross as they are; the host checks every one of them. */
const PLAIN_FIELDS = [
  'description',
  'toolset',
  'category',
  'maxResultChars',
  'timeoutMs',
  'capabilities',
  'annotations',
  'alwaysInclude',
  'sharedOnly',
  'idempotent',
  'mimeType',
] as const;

/** Fields that are read one by one. */
const OTHER_FIELDS = ['name', 'parameters', 'schema', 'outputSchema', 'execute'] as const;

const MAX_UNREAD = 50;
const MAX_KEY_CHARS = 200;
const MAX_OPTIONS_CHARS = 1_000;

/** The host tells what is wrong with a longer one. */
const MAX_NAME_CHARS = 600;

type RawTool = { readonly [key: string]: unknown };

/** Everything one extension registers. Open during the load, closed for good after it. */
export class GuestTools {
  /** By name, without a prototype. */
  readonly #tools: { [name: string]: ToolCode } = { __proto__: null } as never;
  readonly #reducers: { [name: string]: ToolCode['reduce'] } = { __proto__: null } as never;
  #registrations = '';
  #isOpen = true;

  find(name: string): ToolCode | undefined {
    return this.#tools[name];
  }

  /** The JSON text for the host; nothing can be registered any more. */
  close(): string {
    this.#isOpen = false;
    let reducers = '';
    for (const name in this.#reducers) {
      const tool = this.#tools[name];
      if (tool === undefined) continue;
      this.#tools[name] = { ...tool, reduce: this.#reducers[name] };
      reducers += `${reducers === '' ? '' : ','}${jsonStringify(name)}`;
    }
    return `{"tools":[${this.#registrations}],"reducers":[${reducers}]}`;
  }

  revoke(): void {
    this.#isOpen = false;
  }

  registerTool(offered: unknown, options: unknown, context: unknown): void {
    this.#assertOpen('registerTool');
    const tools = typeof offered === 'function' ? offered(context) : offered;
    if (tools === null || tools === undefined) {
      if (typeof offered === 'function') return;
      throw new TypeError('registerTool needs a tool or a function that makes one');
    }
    if (!isArray(tools)) {
      this.#add(tools, options);
      return;
    }
    for (let index = 0; index < tools.length; index += 1) {
      this.#add(tools[index], options);
    }
  }

  registerPrompt(offered: unknown, options: unknown): void {
    this.#assertOpen('registerPrompt');
    this.#add(promptAsTool(offered), options, 'get');
  }

  registerResource(offered: unknown, options: unknown): void {
    this.#assertOpen('registerResource');
    this.#add(resourceAsTool(offered), options, 'read');
  }

  registerReducer(offered: unknown): void {
    this.#assertOpen('registerReducer');
    const reducer = (typeof offered === 'object' && offered !== null ? offered : {}) as RawTool;
    const name = reducer['toolName'];
    const reduce = reducer['reduce'];
    if (typeof name !== 'string' || typeof reduce !== 'function') {
      throw new TypeError('registerReducer needs { toolName, reduce }');
    }
    if (this.#reducers[name] !== undefined) throw new TypeError(`${name} has a reducer already`);
    this.#reducers[name] = (result, reducerContext) =>
      apply(reduce, offered, [result, reducerContext]);
  }

  #add(guestValue: unknown, options: unknown, handler = 'execute'): void {
    const described = describeTool(guestValue, options, handler);
    if (this.#registrations !== '') this.#registrations += ',';
    this.#registrations += described.json;
    const tool = described.tool;
    if (tool !== undefined && this.#tools[tool.name] === undefined) this.#tools[tool.name] = tool;
  }

  #assertOpen(what: string): void {
    if (!this.#isOpen) throw new TypeError(`${what} works only while the extension loads`);
  }
}

function isOptional(options: unknown): boolean {
  return (
    typeof options === 'object' && options !== null && (options as RawTool)['optional'] === true
  );
}

interface DescribedTool {
  readonly json: string;
  readonly tool: ToolCode | undefined;
}

/** One bad tool is a problem to report, not an end of the extension. */
function describeTool(guestValue: unknown, options: unknown, handler: string): DescribedTool {
  if (typeof guestValue !== 'object' || guestValue === null) return problem('', 'is not an object');
  const raw = guestValue as RawTool;
  const name = raw['name'];
  if (typeof name !== 'string') return problem('', 'has no name');
  const shortName = sliceText(name, 0, MAX_NAME_CHARS);
  const execute = raw['execute'];
  if (typeof execute !== 'function') {
    return problem(shortName, `has no ${handler} function`, unreadKeys(guestValue));
  }
  try {
    const schema = jsonStringify(raw['parameters'] ?? raw['schema'] ?? { type: 'object' });
    const output =
      raw['outputSchema'] === undefined ? undefined : jsonStringify(raw['outputSchema']);
    if (schema === undefined) return problem(shortName, 'has parameters that are not JSON');
    const json = `{"name":${jsonStringify(shortName)},"schema":${schema}${output === undefined ? '' : `,"outputSchema":${output}`},"isOptional":${isOptional(options)}${plainFields(raw)}${unreadKeys(guestValue)}${givenOptions(options)}}`;
    const tool: ToolCode = {
      name: shortName,
      self: guestValue,
      execute: execute as ToolCode['execute'],
      input: new SchemaCheck(schema),
      output: output === undefined ? undefined : new SchemaCheck(output),
      reduce: undefined,
    };
    return { json, tool };
  } catch (error) {
    return problem(shortName, `cannot be written as JSON: ${describeError(error, 200)}`);
  }
}

function plainFields(raw: RawTool): string {
  let json = '';
  let unwritable = '';
  for (let index = 0; index < PLAIN_FIELDS.length; index += 1) {
    const field = PLAIN_FIELDS[index] as string;
    const value = raw[field];
    if (value === undefined) continue;
    const text = jsonStringify(value);
    if (text !== undefined) json += `,"${field}":${text}`;
    else unwritable += `${unwritable === '' ? '' : ','}"${field}"`;
  }
  return unwritable === '' ? json : `${json},"unwritable":[${unwritable}]`;
}

/** Names of what stands in a tool and is not read: the host tells what was meant. */
function unreadKeys(guestTool: object): string {
  const keys = keysOf(guestTool);
  let json = '';
  let count = 0;
  for (let index = 0; index < keys.length && count < MAX_UNREAD; index += 1) {
    const key = keys[index] as string;
    if (isRead(key)) continue;
    count += 1;
    json += `${json === '' ? '' : ','}${jsonStringify(sliceText(key, 0, MAX_KEY_CHARS))}`;
  }
  return json === '' ? '' : `,"unread":[${json}]`;
}

function isRead(key: string): boolean {
  for (let index = 0; index < PLAIN_FIELDS.length; index += 1) {
    if (PLAIN_FIELDS[index] === key) return true;
  }
  for (let index = 0; index < OTHER_FIELDS.length; index += 1) {
    if (OTHER_FIELDS[index] === key) return true;
  }
  return false;
}

/** What stands beside a tool where that is more than true or false for `optional`. */
function givenOptions(options: unknown): string {
  if (options === undefined || options === null) return '';
  try {
    const text = jsonStringify(options);
    return text === undefined || text.length > MAX_OPTIONS_CHARS ? '' : `,"options":${text}`;
  } catch {
    return '';
  }
}

function problem(name: string, text: string, unread = ''): DescribedTool {
  return {
    json: `{"name":${jsonStringify(name)},"problem":${jsonStringify(text)}${unread}}`,
    tool: undefined,
  };
}

/** Deep-frozen, so that one tool cannot change the configuration another one reads. */
export function parseFrozen(json: string): unknown {
  return deepFreeze(jsonParse(json));
}

const frozen = createSafeWeakMap<true>();
const freezeObject = Object.freeze;

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || frozen.get(value) === true) return value;
  frozen.set(value, true);
  const keys = keysOf(value);
  for (let index = 0; index < keys.length; index += 1) {
    deepFreeze((value as RawTool)[keys[index] as string]);
  }
  return freezeObject(value);
}
