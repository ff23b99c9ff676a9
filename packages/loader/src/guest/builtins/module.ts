/** Every module of Node, whether something stands behind it here or not. */
export const builtinModules: readonly string[] =
  'assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises domain events fs fs/promises http http2 https inspector inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises repl stream stream/consumers stream/promises stream/web string_decoder sys timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib'.split(
    ' ',
  );

export function isBuiltin(name: string): boolean {
  return builtinModules.includes(name.replace(/^node:/, ''));
}

const provided = new Map<string, unknown>();

/** Takes the modules of Node that code may require by a computed name. Gives the class back. */
export function provideBuiltins<Given>(given: Given, table: object): Given {
  for (const [name, module] of Object.entries(table)) provided.set(name, module);
  return given;
}

/**
 * What is required by a name that stands in the code was put into the bundle when that was made, and
 * does not come here. What is left are names that only the running code knows: modules of Node, if the bundler
 * saw that there are such names.
 */
export function createRequire(): object {
  const require = (specifier: unknown): unknown => {
    const name = String(specifier).replace(/^node:/, '');
    if (provided.has(name)) return provided.get(name);
    const message = `Cannot find module '${specifier}': its name is computed, so it is not in the bundle`;
    throw Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND' });
  };
  return Object.assign(require, {
    resolve: Object.assign((specifier: string) => require(specifier), { paths: () => [] }),
    ...{ cache: {}, extensions: {}, main: undefined },
  });
}

export function findPackageJSON(): undefined {
  return undefined;
}

export function syncBuiltinESMExports(): void {}

export function register(): void {}

export function enableCompileCache(): object {
  return { status: 3 };
}

export function findSourceMap(): undefined {
  return undefined;
}

/** Old code takes the module for the class of modules. */
export class Module {
  static readonly builtinModules = builtinModules;
  static readonly createRequire = createRequire;
  static readonly isBuiltin = isBuiltin;
  readonly exports = {};
  readonly id: string;

  constructor(id = '') {
    this.id = id;
  }
}

Object.assign(Module, { Module, findSourceMap, syncBuiltinESMExports, enableCompileCache });
export default Module;
