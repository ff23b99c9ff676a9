import type {
  CapabilityGrants,
  Diagnostic,
  ExtensionManifest,
  JsonValue,
  LimitSettings,
  Logger,
  RunProgress,
  RunRequest,
  ToolDescription,
} from '@mortise/contracts';
import { grantRequested } from '@mortise/contracts';
import { type ExtensionSource, type LoadedPackage, loadExtension } from '@mortise/loader';
import {
  createSandbox,
  type ExtensionBundle,
  type LoadedExtension,
  type LoadResult,
  type Sandbox,
} from '@mortise/sandbox';
import { type CallOptions, type CallOutcome, describeOutcome } from './call-outcome.ts';
import { createFakeBrokers, type FakeCapabilities } from './fake-capabilities.ts';
import type { FakeRequest } from './fake-network.ts';
import { mergeRequests } from './merge-requests.ts';
import { providedModules } from './provided-modules.ts';

export interface TestExtensionOptions {
  /** Source text of the entry file, in TypeScript or JavaScript. */
  readonly source?: string;
  /** Or the folder of the extension, with its manifest. */
  readonly folder?: string;
  readonly config?: JsonValue;
  readonly capabilities?: FakeCapabilities;
  /** Default: what the manifest asks for, or without a manifest what the tools declare. */
  readonly grants?: CapabilityGrants;
  readonly limits?: LimitSettings;
}

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  /** Where it was written, `src/forecast.ts:12:5`, or where an error in it was thrown. */
  readonly place?: string;
}

/** An extension in a real isolate. Close it with `await using`, or the runner stays. */
export interface TestedExtension extends AsyncDisposable {
  readonly manifest: ExtensionManifest;
  readonly tools: readonly ToolDescription[];
  readonly logs: readonly LogLine[];
  /** What it asked of the network, in order. */
  readonly requests: readonly FakeRequest[];
  /** Warnings of the loader and of the registration. */
  readonly diagnostics: readonly Diagnostic[];
  /** Bytes of the bundle. */
  readonly bundleBytes: number;
  call(toolName: string, args?: unknown, options?: CallOptions): Promise<CallOutcome>;
}

/**
 * Bundles an extension and loads it into a sandbox, as a host would, with stand-ins for the world.
 * Throws if it cannot be bundled or its registration fails; the message has every reason.
 */
export async function testExtension(options: TestExtensionOptions): Promise<TestedExtension> {
  const loaded = await loadExtension(sourceOf(options), { provided: providedModules() });
  if (loaded.status === 'failed') throw new Error(formatAll(loaded.diagnostics));
  const logs: LogLine[] = [];
  const requests: FakeRequest[] = [];
  const brokers = createFakeBrokers(options.capabilities ?? {}, requests);
  const sandbox = createSandbox({
    ...{ logger: collectLogs(logs), now: Date.now, brokers, spareRunners: 0 },
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  try {
    return await open({ loaded, options, sandbox, logs, requests });
  } catch (error) {
    await sandbox.close({ drainMs: 0 });
    throw error;
  }
}

interface OpenParts {
  readonly loaded: LoadedPackage & { readonly status: 'ok' };
  readonly options: TestExtensionOptions;
  readonly sandbox: Sandbox;
  readonly logs: readonly LogLine[];
  readonly requests: readonly FakeRequest[];
}

async function open(parts: OpenParts): Promise<TestedExtension> {
  const { loaded, options, sandbox, logs, requests } = parts;
  const { manifest, bundle } = loaded;
  const registered = await register(sandbox, {
    ...{ id: manifest.id, source: bundle.source, map: bundle.map, placesLogs: true },
    ...(options.config === undefined ? {} : { config: options.config }),
    ...(manifest.configSchema && { configSchema: manifest.configSchema }),
    ...grantsOf(manifest, options.grants),
  });
  const { tools, diagnostics } = registered;
  return {
    ...{ manifest, tools, logs, requests, bundleBytes: bundle.bytes },
    diagnostics: [...loaded.diagnostics, ...diagnostics],
    call: (toolName, args, callOptions) =>
      callTool(sandbox, { extensionId: manifest.id, toolName, args }, callOptions),
    [Symbol.asyncDispose]: () => sandbox.close({ drainMs: 0 }),
  };
}

/** Paths in a test are absolute, and `*` is all of them. */
const WORKSPACE = '/';

function grantsOf(
  { capabilities }: ExtensionManifest,
  given: CapabilityGrants | undefined,
): Pick<ExtensionBundle, 'grants'> {
  const grants = given ?? (capabilities && grantRequested(capabilities, WORKSPACE));
  return grants === undefined ? {} : { grants };
}

/** Without a manifest nothing says what to grant, until the tools are there to declare it. */
async function register(sandbox: Sandbox, bundle: ExtensionBundle): Promise<LoadedExtension> {
  const loaded = requireLoaded(await sandbox.load(bundle));
  if (bundle.grants !== undefined) return loaded;
  const declared = mergeRequests(loaded.tools.map(({ capabilities }) => capabilities));
  const grants = grantRequested(declared, WORKSPACE);
  return requireLoaded(await sandbox.reload({ ...bundle, grants }));
}

function requireLoaded(result: LoadResult): LoadedExtension {
  if (result.status === 'failed') throw new Error(formatFailure(result));
  return result.extension;
}

function formatFailure({ code, message, trace = [] }: LoadResult & { status: 'failed' }): string {
  return [`${code}: ${message}`, ...trace.map((line) => `    ${line}`)].join('\n');
}

async function callTool(
  sandbox: Sandbox,
  called: Pick<RunRequest, 'extensionId' | 'toolName' | 'args'>,
  options: CallOptions = {},
): Promise<CallOutcome> {
  const { agentId = 'test', sessionKey = 'test', turnCount = 1, timeoutMs = 30_000 } = options;
  const { overrides, userId } = options;
  const progress: RunProgress[] = [];
  const user = userId === undefined ? {} : { userId };
  const reply = await sandbox.run(
    {
      ...{ callId: 'test-call', extensionId: called.extensionId, toolName: called.toolName },
      ...{ args: called.args ?? {}, mode: 'run', timeoutMs },
      caller: { agentId, sessionKey, turnCount, workerScope: 'shared', ...user },
      ...(overrides === undefined ? {} : { overrides }),
    },
    {
      signal: options.signal ?? new AbortController().signal,
      onProgress: (note) => progress.push(note),
    },
  );
  return describeOutcome(reply, progress);
}

function sourceOf(options: TestExtensionOptions): ExtensionSource {
  const { source, folder } = options;
  if (folder !== undefined) return { kind: 'folder', path: folder };
  if (source !== undefined) return { kind: 'inline', id: 'tested', source };
  throw new TypeError('testExtension needs a source or a folder');
}

function collectLogs(logs: LogLine[]): Logger {
  const note =
    (level: LogLine['level']) =>
    (details: object, message: string): void => {
      // That a call threw is in its outcome.
      if (!('extensionId' in details) || 'code' in details) return;
      const trace = 'trace' in details && Array.isArray(details.trace) ? details.trace : [];
      const place = placeOf(String(trace[0] ?? ''));
      logs.push({ level, message, ...(place !== undefined && { place }) });
    };
  return { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
}

function placeOf(line: string): string | undefined {
  return /(?:^at |\()([^()]+:\d+:\d+)\)?$/.exec(line)?.[1];
}

function formatAll(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, hint, file, line }) => {
      const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
      return `${code}: ${message}${place}\n  ${hint}`;
    })
    .join('\n');
}
