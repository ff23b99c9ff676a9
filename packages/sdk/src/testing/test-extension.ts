import type {
  CapabilityBrokers,
  Diagnostic,
  ExtensionManifest,
  JsonValue,
  LimitSettings,
  Logger,
  RunProgress,
  ToolCapabilities,
  ToolDescription,
} from '@mortise/contracts';
import { type ExtensionSource, type LoadedPackage, loadExtension } from '@mortise/loader';
import { createSandbox, type Sandbox } from '@mortise/sandbox';
import { type CallOptions, type CallOutcome, describeReply } from './call-outcome.ts';
import { createFakeBrokers, type FakeCapabilities } from './fake-capabilities.ts';
import type { FakeRequest } from './fake-network.ts';
import { grantsFor } from './grants-for.ts';
import { providedModules } from './provided-modules.ts';

export interface TestExtensionOptions {
  /** Source text of the entry file, in TypeScript or JavaScript. */
  readonly source?: string;
  /** Or the folder of the extension, with its manifest. */
  readonly folder?: string;
  readonly config?: JsonValue;
  readonly capabilities?: FakeCapabilities;
  /** Default: what the manifest asks for, or everything that has a stand-in. */
  readonly grants?: ToolCapabilities;
  readonly limits?: LimitSettings;
}

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
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
    return await open({ loaded, options, brokers, sandbox, logs, requests });
  } catch (error) {
    await sandbox.close({ drainMs: 0 });
    throw error;
  }
}

interface OpenParts {
  readonly loaded: LoadedPackage & { readonly status: 'ok' };
  readonly options: TestExtensionOptions;
  readonly brokers: CapabilityBrokers;
  readonly sandbox: Sandbox;
  readonly logs: readonly LogLine[];
  readonly requests: readonly FakeRequest[];
}

async function open(parts: OpenParts): Promise<TestedExtension> {
  const { loaded, options, brokers, sandbox, logs, requests } = parts;
  const { manifest, bundle } = loaded;
  const result = await sandbox.load({
    ...{ id: manifest.id, source: bundle.source },
    ...(options.config === undefined ? {} : { config: options.config }),
    grants: options.grants ?? grantsFor(manifest, brokers),
  });
  if (result.status === 'failed') throw new Error(`${result.code}: ${result.message}`);
  const { tools, diagnostics } = result.extension;
  return {
    ...{ manifest, tools, logs, requests, bundleBytes: bundle.bytes },
    diagnostics: [...loaded.diagnostics, ...diagnostics],
    call: (toolName, args, callOptions) =>
      callTool(sandbox, { extensionId: manifest.id, toolName, args }, callOptions),
    [Symbol.asyncDispose]: () => sandbox.close({ drainMs: 0 }),
  };
}

interface Called {
  readonly extensionId: string;
  readonly toolName: string;
  readonly args: unknown;
}

async function callTool(
  sandbox: Sandbox,
  called: Called,
  options: CallOptions = {},
): Promise<CallOutcome> {
  const { agentId = 'test', sessionKey = 'test', turnCount = 1, timeoutMs = 30_000 } = options;
  const { overrides, userId } = options;
  const progress: RunProgress[] = [];
  const user = userId === undefined ? {} : { userId };
  const reply = await sandbox.run(
    {
      ...{ callId: 'test-call', extensionId: called.extensionId, toolName: called.toolName },
      ...{ rawArguments: called.args ?? {}, mode: 'run', timeoutMs },
      caller: { agentId, sessionKey, turnCount, workerScope: 'shared', ...user },
      ...(overrides === undefined ? {} : { overrides }),
    },
    {
      signal: options.signal ?? new AbortController().signal,
      onProgress: (note) => progress.push(note),
    },
  );
  return describeReply(reply, progress);
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
      if ('extensionId' in details) logs.push({ level, message });
    };
  return { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
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
