import { fetchThrough } from './fetch.ts';

type Register = (api: object) => unknown;
type Execute = (id: unknown, params: unknown, context: object) => unknown;

/** The extension itself, except that `ctx.fetch` answers like the `fetch` of the web. */
export function withWebFetch(extension: unknown): unknown {
  if (typeof extension === 'function') return wrapRegister(extension as Register);
  const definition = extension as { readonly register?: unknown } | null | undefined;
  const register = definition?.register;
  if (typeof register !== 'function') return extension;
  return { ...definition, register: wrapRegister((api) => register.call(definition, api)) };
}

interface HostApi {
  registerTool(tool: unknown, options?: unknown): void;
}

function wrapRegister(register: Register): Register {
  return (api) => {
    const host = api as HostApi;
    const registerTool: HostApi['registerTool'] = (tool, options) =>
      host.registerTool(wrapOffer(tool), options);
    return register(Object.freeze({ ...host, registerTool }));
  };
}

/** A tool, a list of tools, or a function that makes them. */
function wrapOffer(offer: unknown): unknown {
  if (typeof offer === 'function') return (context: unknown) => wrapOffer(offer(context));
  if (Array.isArray(offer)) return offer.map(wrapOffer);
  const tool = offer as { readonly execute?: unknown } | null | undefined;
  const execute = tool?.execute;
  if (typeof execute !== 'function') return offer;
  const wrapped: Execute = (id, params, context) =>
    execute.call(tool, id, params, wrapContext(context));
  // Not a copy: a tool may be an instance of a class, with what it is on its prototype.
  return new Proxy(
    {},
    { get: (_, key) => (key === 'execute' ? wrapped : Reflect.get(tool ?? {}, key)) },
  );
}

function wrapContext(context: object): object {
  return new Proxy(context, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      if (key !== 'fetch') return value.bind(target);
      return (input: unknown, init?: unknown) => fetchThrough(value.bind(target), input, init);
    },
  });
}
