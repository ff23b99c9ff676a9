import { HOME, TEMPORARY } from '../places.ts';

/** Functions of OpenClaw's SDK that wait, ask and keep; they do what the sandbox allows. */
export function sleepWithAbort(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

export async function withTimeout<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`timed out after ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

interface Retries {
  readonly attempts?: number;
  readonly minDelayMs?: number;
  readonly shouldRetry?: (error: unknown, attempt: number) => boolean;
}

const MOST_ATTEMPTS = 10;

export async function retryAsync<Value>(
  run: () => Promise<Value>,
  settings: number | Retries = {},
): Promise<Value> {
  const {
    attempts = 3,
    minDelayMs = 300,
    shouldRetry = () => true,
  } = typeof settings === 'number' ? { attempts: settings } : settings;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const isLast = attempt >= Math.min(attempts, MOST_ATTEMPTS);
      if (isLast || !shouldRetry(error, attempt)) throw error;
      await sleepWithAbort(minDelayMs * attempt);
    }
  }
}

interface GuardedRequest {
  readonly url: string;
  readonly init?: RequestInit;
  readonly signal?: AbortSignal;
}

/** Every request is guarded by the host; there is nothing to add. */
export async function fetchWithSsrFGuard({ url, init, signal }: GuardedRequest): Promise<object> {
  const response = await fetch(url, { ...init, ...(signal && { signal }) });
  return { response, finalUrl: response.url, release: async () => {} };
}

export function readProviderJsonResponse(response: Response): Promise<unknown> {
  return response.json();
}

export function readProviderTextResponse(response: Response): Promise<string> {
  return response.text();
}

export async function readResponseTextLimited(response: Response, most = 8_000): Promise<string> {
  return (await response.text()).slice(0, most);
}

export function resolveStateDir(): string {
  return HOME;
}

export function resolvePreferredOpenClawTmpDir(): string {
  return TEMPORARY;
}

/** A place for the runtime that a plugin is given when it registers. */
export function createPluginRuntimeStore<Runtime>(about: unknown = 'plugin'): object {
  let runtime: Runtime | undefined;
  return {
    setRuntime: (next: Runtime) => {
      runtime = next;
    },
    clearRuntime: () => {
      runtime = undefined;
    },
    tryGetRuntime: () => runtime ?? null,
    getRuntime: () => {
      if (runtime === undefined) throw new Error(`${String(about)}: the runtime is not set`);
      return runtime;
    },
  };
}

export function createSubsystemLogger(): object {
  const log = { ...console, child: () => log, subsystem: '', isEnabled: () => true };
  return log;
}

/** A module that is loaded when it is first needed. */
export function createLazyRuntimeModule<Module>(load: () => Promise<Module>) {
  let loaded: Promise<Module> | undefined;
  return (): Promise<Module> => {
    loaded ??= load();
    return loaded;
  };
}

interface ChannelApi {
  registerChannel(channel: object): void;
}

interface ChannelEntry {
  readonly plugin?: object;
  readonly registerFull?: (api: ChannelApi) => unknown;
}

/** A channel is not run, and named among what is not; the tools that come with it are. */
export function defineBundledChannelEntry(entry: ChannelEntry): object {
  const register = (api: ChannelApi): unknown => {
    api.registerChannel({ plugin: entry.plugin });
    return entry.registerFull?.(api);
  };
  return { ...entry, register };
}
export const defineChannelPluginEntry = defineBundledChannelEntry;

interface LoadedExport {
  readonly exportName?: string;
}

/** The bundler has put a function in the place of the address that the file would be found by. */
export function loadBundledEntryExportSync(
  load: unknown,
  { exportName = 'default' }: LoadedExport = {},
): unknown {
  if (typeof load !== 'function') throw new Error('not supported: a file whose name is computed');
  return load()[exportName];
}
