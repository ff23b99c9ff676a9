import type { RunCaller, RunRequest, ToolOutcome } from '@mortise/contracts';
import type {
  ExtensionBundle,
  LoadResult,
  Sandbox,
  SandboxEvent,
  SandboxOptions,
} from './api/sandbox-api.ts';
import { createSandbox } from './create-sandbox.ts';

/** A real sandbox for tests, with short ways to load tools and to call them. */
export interface SandboxFixture extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly events: SandboxEvent[];
  readonly logs: string[];
  /** Loads an extension whose tools have these bodies of `execute(id, params, ctx)`. */
  loadTools(
    id: string,
    bodies: { readonly [tool: string]: string },
    extra?: Partial<ExtensionBundle>,
  ): Promise<LoadResult>;
  call(extensionId: string, toolName: string, parts?: CallOptions): Promise<ToolOutcome>;
}

export interface CallOptions {
  readonly args?: unknown;
  readonly timeoutMs?: number;
  readonly mode?: RunRequest['mode'];
  readonly caller?: Partial<RunCaller>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: unknown) => void;
  readonly onStarted?: () => void;
}

export function openSandboxFixture(
  options: Partial<SandboxOptions> = {},
  create: (options: SandboxOptions) => Sandbox = createSandbox,
): SandboxFixture {
  const events: SandboxEvent[] = [];
  const logs: string[] = [];
  const note = (_details: object, message: string): void => {
    logs.push(message);
  };
  const logger = { debug: note, info: note, warn: note, error: note };
  const sandbox = create({
    logger,
    now: Date.now,
    onEvent: (event) => events.push(event),
    // A test waits for a runner about as long as a machine with two cores needs for one more.
    spareRunners: 0,
    ...options,
  });
  return {
    sandbox,
    events,
    logs,
    loadTools: (id, bodies, extra) => sandbox.load({ id, source: toolSource(bodies), ...extra }),
    call: (extensionId, toolName, parts = {}) =>
      callTool(sandbox, { extensionId, toolName, parts }),
    [Symbol.asyncDispose]: () => sandbox.close({ drainMs: 0 }),
  };
}

/** The text of an extension whose tools take any object. */
export function toolSource(bodies: { readonly [tool: string]: string }): string {
  const tools = Object.entries(bodies).map(
    ([name, body]) =>
      `api.registerTool({ name: ${JSON.stringify(name)}, description: 'A tool.', parameters: { type: 'object' }, async execute(id, params, ctx) { ${body} } });`,
  );
  return `const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
export default function (api) {
${tools.join('\n')}
}`;
}

/** What an outcome comes down to: its text, or its code. */
export function summarise(outcome: ToolOutcome): string {
  if (outcome.status === 'refused') return outcome.code;
  if (outcome.status === 'failed' && outcome.content === undefined) return outcome.code;
  return (outcome.content ?? [])
    .map((part) => (part.type === 'text' ? part.text : part.type))
    .join('\n');
}

interface CallParts {
  readonly extensionId: string;
  readonly toolName: string;
  readonly parts: CallOptions;
}

function callTool(
  sandbox: Sandbox,
  { extensionId, toolName, parts }: CallParts,
): Promise<ToolOutcome> {
  const caller = {
    agentId: 'agent',
    sessionKey: 'session',
    workerScope: 'shared',
    turnCount: 1,
    ...parts.caller,
  } as const;
  return sandbox.run(
    {
      callId: `${extensionId}-${toolName}`,
      extensionId,
      toolName,
      args: parts.args ?? {},
      mode: parts.mode ?? 'run',
      caller,
      timeoutMs: parts.timeoutMs ?? 5_000,
    },
    {
      signal: parts.signal ?? new AbortController().signal,
      onProgress: parts.onProgress ?? (() => undefined),
      onStarted: parts.onStarted ?? (() => undefined),
    },
  );
}
