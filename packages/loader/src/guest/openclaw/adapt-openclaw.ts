import { unsupported } from '../missing.ts';
import { adaptTool, type OpenClawTool } from './adapt-tool.ts';

/** The api of the sandbox, as far as this adapter uses it. */
interface HostApi {
  readonly id: string;
  readonly config?: unknown;
  readonly log: {
    readonly [level in 'debug' | 'info' | 'warn' | 'error']: (...args: unknown[]) => void;
  };
  registerTool(tool: object, options?: { readonly optional: boolean }): void;
}

interface PluginFacts {
  readonly id: string;
  readonly version: string;
  readonly configDefaults: { readonly [key: string]: unknown };
}

type Register = (api: object) => unknown;

/** Makes an extension of ours out of the entry modules of an OpenClaw plugin. */
export function adaptOpenClaw(
  entries: readonly object[],
  facts: PluginFacts,
): (api: HostApi) => Promise<void> {
  return async (api) => {
    const ignored = new Set<string>();
    const plugin = createPluginApi(api, facts, ignored);
    for (const entry of entries) await findRegister(entry)(plugin);
    if (ignored.size > 0) api.log.warn(`not supported: ${[...ignored].join(', ')}`);
  };
}

/** A function, an object with `register` (older ones: `activate`), as default export or named. */
function findRegister(entry: object): Register {
  const module = entry as { readonly [key: string]: unknown };
  for (const candidate of [module['default'], module, module['plugin']]) {
    const value = unwrapDefault(candidate);
    if (typeof value === 'function') return value as Register;
    for (const key of ['register', 'activate'] as const) {
      const method = (value as { readonly [key: string]: unknown } | undefined)?.[key];
      if (typeof method === 'function') return (api) => method.call(value, api);
    }
  }
  throw new TypeError(
    'the plugin exports neither a function (api) nor an object with register(api)',
  );
}

/** CommonJS that was compiled from a module keeps its default export one level down. */
function unwrapDefault(value: unknown): unknown {
  const isWrapped = typeof value === 'object' && value !== null && '__esModule' in value;
  return isWrapped && 'default' in value ? value.default : value;
}

function createPluginApi(api: HostApi, facts: PluginFacts, ignored: Set<string>): object {
  const given = (typeof api.config === 'object' && api.config !== null ? api.config : {}) as object;
  const config = { ...facts.configDefaults, ...given };
  const known = {
    id: facts.id,
    name: facts.id,
    version: facts.version,
    description: '',
    source: '/extension',
    rootDir: '/extension',
    registrationMode: 'full',
    config: { plugins: { entries: { [facts.id]: { enabled: true, config } } } },
    pluginConfig: config,
    logger: api.log,
    runtime: unsupported('runtime'),
    resolvePath: (path: string) => path,
    registerTool: (offered: unknown, options?: ToolOptions) =>
      registerTool(api, { offered, options, config }),
  };
  return new Proxy(known, {
    get: (target, key) => {
      if (typeof key === 'symbol' || key === 'then' || key in target)
        return Reflect.get(target, key);
      // Whatever else a plugin registers has no place here; it is taken and named in the log.
      return () => {
        ignored.add(key);
      };
    },
    has: () => true,
  });
}

interface ToolOptions {
  readonly optional?: unknown;
  readonly name?: string;
}

interface Offer {
  readonly offered: unknown;
  readonly options: ToolOptions | undefined;
  readonly config: object;
}

function registerTool(api: HostApi, offer: Offer): void {
  const { offered, options } = offer;
  const made = typeof offered === 'function' ? offered(factoryContext(offer.config)) : offered;
  const tools = Array.isArray(made) ? made : [made];
  for (const tool of tools) {
    if (tool === null || tool === undefined) continue;
    api.registerTool(adaptTool(tool as OpenClawTool), { optional: options?.optional === true });
  }
}

/** What a factory is told: nothing of a session, because tools are made once for all of them. */
function factoryContext(config: object): object {
  return { config, sandboxed: true };
}
