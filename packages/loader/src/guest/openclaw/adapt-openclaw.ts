import posixPath from 'path-browserify';
import { HOME } from '../places.ts';
import { adaptTool, type OpenClawTool } from './adapt-tool.ts';
import { type PluginUses, pluginRequests } from './plugin-requests.ts';
import { pluginRuntime } from './plugin-runtime.ts';
import { fillRequests, provideVariables, withStandIns } from './plugin-secrets.ts';

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
  readonly uses: PluginUses;
}

type Register = (api: object) => unknown;

/** Makes an extension of ours out of the entry modules of an OpenClaw plugin. */
export function adaptOpenClaw(
  entries: readonly object[],
  facts: PluginFacts,
): (api: HostApi) => Promise<void> {
  return async (api) => {
    const ignored = new Set<string>();
    const { secrets = [] } = pluginRequests(facts.uses, api.config);
    if (secrets.length > 0) {
      fillRequests();
      provideVariables(secrets);
    }
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
  const config = { ...facts.configDefaults, ...(withStandIns(given) as object) };
  // Channels look for theirs in another place.
  const whole = {
    plugins: { entries: { [facts.id]: { enabled: true, config } } },
    channels: { [facts.id]: { enabled: true, ...config } },
  };
  const capabilities = pluginRequests(facts.uses, api.config);
  const known = {
    id: facts.id,
    name: facts.id,
    version: facts.version,
    description: '',
    source: '/extension',
    rootDir: '/extension',
    registrationMode: 'full',
    config: whole,
    pluginConfig: config,
    logger: api.log,
    runtime: pluginRuntime(whole, api.log),
    resolvePath: (path: string) => posixPath.resolve(HOME, path.replace(/^~(?=\/|$)/, HOME)),
    registerTool: (offered: unknown, options?: ToolOptions) =>
      registerTool(api, { offered, options, capabilities, config: whole }),
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
  readonly capabilities: object;
  /** The whole configuration, as factories of tools get it. */
  readonly config: object;
}

function registerTool(api: HostApi, offer: Offer): void {
  const { offered, options, capabilities, config } = offer;
  for (const { tool, isForOwner } of toolsOf(offered, config)) {
    const adapted = { ...adaptTool(tool), capabilities };
    api.registerTool(adapted, { optional: options?.optional === true || isForOwner });
  }
}

interface MadeTool {
  readonly tool: OpenClawTool;
  /** Only the owner of a host gets it: here, agents for which an operator names it. */
  readonly isForOwner: boolean;
}

/**
 * A factory is asked twice, as OpenClaw asks it for every session: for a sender of whom nothing is
 * known, and for the owner. What only the second gets is for the owner, as is what says so.
 */
function toolsOf(offered: unknown, config: object): readonly MadeTool[] {
  if (typeof offered !== 'function') return listed(offered).map(ofItself);
  const common = listed(offered(factoryContext(config, false)));
  const names = common.map(({ name }) => name);
  const owned = listed(offered(factoryContext(config, true)));
  return [
    ...common.map(ofItself),
    ...owned
      .filter(({ name }) => !names.includes(name))
      .map((tool) => ({ tool, isForOwner: true })),
  ];
}

function ofItself(tool: OpenClawTool): MadeTool {
  return { tool, isForOwner: tool.ownerOnly === true };
}

function listed(made: unknown): readonly OpenClawTool[] {
  const tools: readonly unknown[] = Array.isArray(made) ? made : [made];
  return tools.filter((tool) => tool !== null && tool !== undefined) as OpenClawTool[];
}

/**
 * What a factory is told: nothing of a session, because tools are made once for all of them. `sandboxed`
 * is OpenClaw's word for a session whose own commands run in a container; there is none here, and which
 * requests a tool is for is said by the operator's policy.
 */
function factoryContext(config: object, senderIsOwner: boolean): object {
  return {
    ...{ config, runtimeConfig: config, getRuntimeConfig: () => config },
    ...{ workspaceDir: HOME, agentDir: HOME, agentId: 'main', sessionKey: 'main' },
    ...{ sandboxed: false, senderIsOwner },
  };
}
