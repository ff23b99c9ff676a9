import { normalizeStringEntries } from './sdk-values.ts';

export {
  canResolveEnvSecretRefInReadOnlyPath,
  coerceSecretRef,
  createAccountListHelpers,
  hasConfiguredAccountValue,
  normalizeOptionalAccountId,
} from './sdk-accounts.ts';
export {
  asObjectRecord,
  asOptionalRecord,
  DEFAULT_ACCOUNT_ID,
  expectDefined,
  extractErrorCode,
  formatErrorMessage,
  hasConfiguredSecretInput,
  isRecord,
  normalizeAccountId,
  normalizeLowercaseStringOrEmpty,
  normalizeNullableString,
  normalizeOptionalLowercaseString,
  normalizeOptionalString,
  normalizeResolvedSecretInputString,
  normalizeSecretInputString,
  normalizeStringEntries,
  normalizeUniqueStringEntries,
  parseStrictFiniteNumber,
  parseStrictNonNegativeInteger,
  parseStrictPositiveInteger,
  readStringField,
  sliceUtf16Safe,
  toErrorObject,
  truncateUtf16Safe,
  uniqueStrings,
  wrapExternalContent,
} from './sdk-values.ts';
export {
  createLazyRuntimeModule,
  createPluginRuntimeStore,
  createSubsystemLogger,
  defineBundledChannelEntry,
  defineChannelPluginEntry,
  fetchWithSsrFGuard,
  loadBundledEntryExportSync,
  readProviderJsonResponse,
  readProviderTextResponse,
  readResponseTextLimited,
  resolvePreferredOpenClawTmpDir,
  resolveStateDir,
  retryAsync,
  sleepWithAbort,
  withTimeout,
} from './sdk-work.ts';

/**
 * What pure plugins take from `openclaw/plugin-sdk` and its parts. Written for this host; what is
 * not here becomes a stand-in that says so when it is used.
 */
export function definePluginEntry<Entry>(entry: Entry): Entry {
  return entry;
}

interface ToolPlugin {
  readonly id: string;
  readonly name?: string;
  readonly tools: (tool: (definition: PlainTool) => PlainTool) => readonly PlainTool[];
}

interface PlainTool {
  readonly name: string;
  readonly optional?: boolean;
  readonly execute?: (params: unknown, config: unknown, context: unknown) => unknown;
}

interface PluginApi {
  readonly pluginConfig: unknown;
  registerTool(tool: unknown, options?: unknown): void;
}

/** Tools that take `(params, config, context)` and answer with plain values. */
export function defineToolPlugin(plugin: ToolPlugin): object {
  return {
    id: plugin.id,
    register: (api: PluginApi) => {
      for (const tool of plugin.tools((definition) => definition)) {
        api.registerTool(wrapTool(tool, api), { optional: tool.optional === true });
      }
    },
  };
}

function wrapTool(tool: PlainTool, api: PluginApi): object {
  return {
    ...tool,
    execute: async (toolCallId: string, params: unknown, signal: unknown, onUpdate: unknown) =>
      toResult(
        await tool.execute?.(params, api.pluginConfig, { api, signal, toolCallId, onUpdate }),
      ),
  };
}

function toResult(value: unknown): object {
  return typeof value === 'string' ? textResult(value, value) : jsonResult(value);
}

export function emptyPluginConfigSchema(): object {
  return { type: 'object', additionalProperties: false, properties: {} };
}

export function jsonResult(payload: unknown): object {
  return textResult(JSON.stringify(payload, null, 2) ?? 'null', payload);
}

export function textResult(text: string, details?: unknown): object {
  return { content: [{ type: 'text', text }], details };
}

export function stringEnum(values: readonly string[], options: object = {}): object {
  return { type: 'string', enum: [...values], ...options };
}

/** What a tool throws at arguments that it cannot use. */
export class ToolInputError extends Error {
  override name = 'ToolInputError';
  readonly status: number = 400;
}

/** What it throws at a caller who may not. */
export class ToolAuthorizationError extends ToolInputError {
  override name = 'ToolAuthorizationError';
  override readonly status = 403;
}

type Params = { readonly [key: string]: unknown };
interface ReadOptions {
  readonly required?: boolean;
  readonly label?: string;
  readonly trim?: boolean;
}

export function readStringParam(
  params: Params,
  key: string,
  options: ReadOptions = {},
): string | undefined {
  const value = params[key];
  const text = typeof value === 'string' ? (options.trim === false ? value : value.trim()) : '';
  if (text !== '') return text;
  if (options.required === true) throw new ToolInputError(`${options.label ?? key} required`);
  return undefined;
}

export function readNumberParam(
  params: Params,
  key: string,
  options: ReadOptions = {},
): number | undefined {
  const value = params[key];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  if (options.required === true) throw new ToolInputError(`${options.label ?? key} required`);
  return undefined;
}

export function readPositiveIntegerParam(
  params: Params,
  key: string,
  options: ReadOptions = {},
): number | undefined {
  const number = readNumberParam(params, key, options);
  if (number === undefined || (Number.isInteger(number) && number > 0)) return number;
  throw new ToolInputError(`${options.label ?? key} must be a positive integer`);
}

export function readStringArrayParam(
  params: Params,
  key: string,
  options: ReadOptions = {},
): string[] | undefined {
  const value = params[key];
  const list = normalizeStringEntries(typeof value === 'string' ? [value] : value);
  if (list.length > 0) return list;
  if (options.required === true) throw new ToolInputError(`${options.label ?? key} required`);
  return undefined;
}

export function optionalStringEnum(values: readonly string[], options: object = {}): object {
  // TypeBox knows optional properties by this symbol.
  return { ...stringEnum(values, options), [Symbol.for('TypeBox.Optional')]: 'Optional' };
}
