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

const partial = (polyfill: string, need: Need): BuiltinKind => ({
  kind: 'partial',
  ...{ polyfill, need },
});

/** Every module of Node and two packages that would open sockets of their own, and what stands behind each. `docs/node-modules.md` is made from this. */
export const BUILTINS: ReadonlyMap<string, BuiltinKind> = new Map([
  ['assert', pure('assert.ts')],
  ['assert/strict', pure('assert-strict.ts')],
  ['async_hooks', pure('async-hooks.ts')],
  ['buffer', pure('buffer.ts')],
  ['child_process', partial('child-process.ts', 'process')],
  ['cluster', partial('cluster.ts', 'none')],
  ['console', pure('console.ts')],
  ['constants', impure('none')],
  ['crypto', partial('crypto.ts', 'none')],
  ['dgram', impure('none')],
  ['diagnostics_channel', pure('diagnostics-channel.ts')],
  ['dns', partial('dns.ts', 'none')],
  ['dns/promises', partial('dns-promises.ts', 'none')],
  ['domain', impure('none')],
  ['events', pure('events.ts')],
  ['fs', partial('fs.ts', 'fs_reach')],
  ['fs/promises', partial('fs-promises.ts', 'fs_reach')],
  ['http', partial('http.ts', 'network')],
  ['http2', impure('none')],
  ['https', partial('https.ts', 'network')],
  ['inspector', impure('none')],
  ['inspector/promises', impure('none')],
  ['module', pure('module.ts')],
  ['net', partial('net.ts', 'none')],
  ['os', partial('os.ts', 'none')],
  ['path', pure('path.ts')],
  ['path/posix', pure('path.ts')],
  ['path/win32', pure('path-win32.ts')],
  ['perf_hooks', partial('perf-hooks.ts', 'none')],
  ['process', partial('process.ts', 'none')],
  ['punycode', pure('punycode.ts')],
  ['querystring', pure('querystring.ts')],
  ['readline', partial('readline.ts', 'none')],
  ['readline/promises', partial('readline.ts', 'none')],
  ['repl', impure('none')],
  ['sea', impure('none')],
  ['sqlite', impure('none')],
  ['stream', pure('stream.ts')],
  ['stream/consumers', pure('stream-consumers.ts')],
  ['stream/promises', pure('stream-promises.ts')],
  ['stream/web', pure('stream-web.ts')],
  ['string_decoder', pure('string-decoder.ts')],
  ['sys', pure('util.ts')],
  ['test', impure('none')],
  ['timers', pure('timers.ts')],
  ['timers/promises', pure('timers-promises.ts')],
  ['tls', partial('tls.ts', 'none')],
  ['trace_events', impure('none')],
  ['tty', partial('tty.ts', 'none')],
  ['undici', partial('undici.ts', 'network')],
  ['url', pure('url.ts')],
  ['util', pure('util.ts')],
  ['util/types', pure('util-types.ts')],
  ['v8', partial('v8.ts', 'none')],
  ['vm', partial('vm.ts', 'none')],
  ['wasi', impure('none')],
  ['worker_threads', partial('worker-threads.ts', 'none')],
  ['ws', partial('ws.ts', 'network')],
  ['zlib', pure('zlib.ts')],
]);

/** The npm package that other bundlers put in the place of the global; ours needs no timers to wait a tick. */
const PROCESS_PACKAGE = /^process\/(?:browser(?:\.js)?)?$/;

/** The name without `node:`, if the specifier is a module of Node. */
export function builtinName(specifier: string): string | undefined {
  if (PROCESS_PACKAGE.test(specifier)) return 'process';
  const name = specifier.startsWith('node:') ? specifier.slice('node:'.length) : specifier;
  if (BUILTINS.has(name)) return name;
  // A `node:` module that this table does not know is still no package.
  return specifier.startsWith('node:') ? name : undefined;
}

/** Members of modules with a need that work without it. */
const FREE: ReadonlySet<string> = new Set(
  'constants promises Stats Dirent Agent globalAgent METHODS STATUS_CODES maxHeaderSize IncomingMessage OutgoingMessage ServerResponse validateHeaderName validateHeaderValue setMaxIdleHTTPParsers F_OK R_OK W_OK X_OK ChildProcess watch watchFile unwatchFile'.split(
    ' ',
  ),
);

/** The capability that a member of a module works with; `none` if it needs none. */
export function capabilityOf(name: string, member: string): Need {
  const kind = builtinKind(name);
  return kind.kind === 'pure' || FREE.has(member) ? 'none' : kind.need;
}

export function builtinKind(name: string): BuiltinKind {
  return BUILTINS.get(name) ?? impure('none');
}
