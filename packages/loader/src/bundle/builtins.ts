import type { CapabilityName } from '@mortise/contracts';

/** What stands behind a Node module in a bundle. */
export type BuiltinKind =
  /** Works: needs nothing of the host. The polyfill is a file of `guest/builtins`. */
  | { readonly kind: 'pure'; readonly polyfill: string }
  /** A few members work, the rest says which capability it would take. */
  | { readonly kind: 'partial'; readonly polyfill: string; readonly need: Need }
  | { readonly kind: 'impure'; readonly need: Need };

/** The capability that could do instead what the module does, or `none` if none can. */
export type Need = CapabilityName | 'none';

const pure = (polyfill: string): BuiltinKind => ({ kind: 'pure', polyfill });
const impure = (need: Need): BuiltinKind => ({ kind: 'impure', need });

const BUILTINS: ReadonlyMap<string, BuiltinKind> = new Map([
  ['assert', pure('assert.ts')],
  ['assert/strict', pure('assert.ts')],
  ['buffer', pure('buffer.ts')],
  ['crypto', { kind: 'partial', polyfill: 'crypto.ts', need: 'none' }],
  ['events', pure('events.ts')],
  ['path', pure('path.ts')],
  ['path/posix', pure('path.ts')],
  ['perf_hooks', { kind: 'partial', polyfill: 'perf-hooks.ts', need: 'none' }],
  ['process', { kind: 'partial', polyfill: 'process.ts', need: 'process' }],
  ['punycode', impure('none')],
  ['querystring', pure('querystring.ts')],
  ['string_decoder', pure('string-decoder.ts')],
  ['timers', pure('timers.ts')],
  ['timers/promises', pure('timers-promises.ts')],
  ['url', pure('url.ts')],
  ['util', pure('util.ts')],
  ['util/types', pure('util-types.ts')],
  ['fs', { kind: 'partial', polyfill: 'fs.ts', need: 'fs_reach' }],
  ['fs/promises', { kind: 'partial', polyfill: 'fs-promises.ts', need: 'fs_reach' }],
  ['os', { kind: 'partial', polyfill: 'os.ts', need: 'process' }],
  ['async_hooks', impure('none')],
  ['child_process', impure('process')],
  ['cluster', impure('process')],
  ['console', impure('none')],
  ['constants', impure('fs_reach')],
  ['dgram', impure('network')],
  ['diagnostics_channel', impure('none')],
  ['dns', impure('network')],
  ['dns/promises', impure('network')],
  ['domain', impure('none')],
  ['http', impure('network')],
  ['http2', impure('network')],
  ['https', impure('network')],
  ['inspector', impure('none')],
  ['inspector/promises', impure('none')],
  ['module', impure('none')],
  ['net', impure('network')],
  ['path/win32', impure('none')],
  ['readline', impure('process')],
  ['readline/promises', impure('process')],
  ['repl', impure('process')],
  ['sea', impure('none')],
  ['sqlite', impure('storage')],
  ['stream', impure('none')],
  ['stream/consumers', impure('none')],
  ['stream/promises', impure('none')],
  ['stream/web', impure('none')],
  ['sys', pure('util.ts')],
  ['test', impure('none')],
  ['tls', impure('network')],
  ['trace_events', impure('none')],
  ['tty', impure('process')],
  ['v8', impure('none')],
  ['vm', impure('none')],
  ['wasi', impure('none')],
  ['worker_threads', impure('none')],
  ['zlib', impure('none')],
]);

/** The name without `node:`, if the specifier is a module of Node. */
export function builtinName(specifier: string): string | undefined {
  const name = specifier.startsWith('node:') ? specifier.slice('node:'.length) : specifier;
  if (BUILTINS.has(name)) return name;
  // A `node:` module that this table does not know is still no package.
  return specifier.startsWith('node:') ? name : undefined;
}

export function builtinKind(name: string): BuiltinKind {
  return BUILTINS.get(name) ?? impure('none');
}
