const OPENCLAW = /^(?:openclaw|clawdbot|moltbot)\//;

type Modules = { readonly [name: string]: () => object };

/**
 * Stands for `import()` of a name that only the running code knows. The isolate knows no such thing and would
 * throw at once; as in Node, it is the promise that fails, and code that can do without goes on. Modules
 * of Node and parts of OpenClaw's SDK whose names stand somewhere in the code are there.
 */
export async function importComputed(known: Modules, specifier: unknown): Promise<object> {
  const name = String(specifier).replace(/^node:/, '');
  const open = Object.hasOwn(known, name) ? known[name] : undefined;
  if (open !== undefined) {
    const module = open();
    // A copy would lack the stand-ins, which are made when they are asked for.
    if (OPENCLAW.test(name)) return module;
    return { ...module, default: module };
  }
  const message = `Cannot find module '${specifier}': its name is computed, so it is not in the bundle`;
  throw Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
}
