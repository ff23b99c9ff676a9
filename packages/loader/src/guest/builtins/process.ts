import { needs } from '../missing.ts';
import { HOME } from '../places.ts';
import { EventEmitter } from './events.ts';

const start = Date.now();
const VERSION = '24.0.0';

/** The environment of a guest is empty: reading a variable gives undefined, as for one that is not set. */
export const env: { [name: string]: string | undefined } = {};
export const argv: readonly string[] = ['/usr/bin/node', '/extension/index.js'];
export const argv0 = 'node';
export const execPath = '/usr/bin/node';
export const execArgv: readonly string[] = [];
export const title = 'node';
export const platform = 'linux';
export const arch = 'x64';
export const version = `v${VERSION}`;
export const versions: { readonly [name: string]: string } = { node: VERSION };
export const release = { name: 'node' };
export const browser = false;
export const pid = 1;
export const ppid = 0;
export const exitCode = undefined;
export const features = { inspector: false, tls: true, typescript: false };
export const config = { target_defaults: {}, variables: {} };
export const allowedNodeEnvironmentFlags: ReadonlySet<string> = new Set();

export function cwd(): string {
  return HOME;
}

export function umask(): number {
  return 0o22;
}

export function getuid(): number {
  return 1_000;
}
export const geteuid = getuid;
export const getgid = getuid;
export const getegid = getuid;

export function nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void {
  queueMicrotask(() => callback(...args));
}

export function uptime(): number {
  return (Date.now() - start) / 1000;
}

const sinceStart = (): number => globalThis.performance?.now?.() ?? Date.now() - start;

const read = (since?: readonly [number, number]): [number, number] => {
  const ms = sinceStart() - (since === undefined ? 0 : since[0] * 1e3 + since[1] / 1e6);
  return [Math.floor(ms / 1e3), Math.round((ms - Math.floor(ms / 1e3) * 1e3) * 1e6)];
};
export const hrtime: typeof read & { bigint(): bigint } = Object.assign(read, {
  bigint: () => BigInt(Math.round(sinceStart() * 1e6)),
});

const usage = (): { readonly [name: string]: number } => ({
  ...{ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 },
});
export const memoryUsage: typeof usage & { rss(): number } = Object.assign(usage, { rss: () => 0 });

/** As `os` has it; nothing of the machine. */
export function constrainedMemory(): number {
  return 64_000_000;
}
export const availableMemory = constrainedMemory;

export function getActiveResourcesInfo(): readonly string[] {
  return [];
}

export function cpuUsage(): object {
  return { user: 0, system: 0 };
}

export function resourceUsage(): object {
  return { userCPUTime: 0, systemCPUTime: 0, maxRSS: 0 };
}

export function emitWarning(warning: unknown): void {
  console.warn(warning instanceof Error ? `${warning.name}: ${warning.message}` : warning);
}

/** What code asks for by a name that it computes; the bundle has no module that it does not import. */
export function getBuiltinModule(): undefined {
  return undefined;
}

export function setUncaughtExceptionCaptureCallback(): void {}
export function hasUncaughtExceptionCaptureCallback(): boolean {
  return false;
}
export function setSourceMapsEnabled(): void {}

/** Emits what the code itself emits; no event of a process ever happens here. */
const events = new EventEmitter();
events.setMaxListeners(0);
export const on = events.on.bind(events);
export const addListener = on;
export const once = events.once.bind(events);
export const off = events.off.bind(events);
export const removeListener = off;
export const removeAllListeners = events.removeAllListeners.bind(events);
export const prependListener = events.prependListener.bind(events);
export const prependOnceListener = events.prependOnceListener.bind(events);
export const emit = events.emit.bind(events);
export const listeners = events.listeners.bind(events);
export const rawListeners = events.rawListeners.bind(events);
export const listenerCount = events.listenerCount.bind(events);
export const eventNames = events.eventNames.bind(events);
export const setMaxListeners = events.setMaxListeners.bind(events);
export const getMaxListeners = events.getMaxListeners.bind(events);

const outlet = (fd: number, write: (text: string) => void) =>
  Object.assign(new EventEmitter(), {
    ...{ fd, isTTY: false, writable: true, columns: 80, rows: 24 },
    getColorDepth: () => 1,
    hasColors: () => false,
    write: (text: unknown, ...rest: unknown[]): boolean => {
      const line = text instanceof Uint8Array ? new TextDecoder().decode(text) : String(text);
      write(line.replace(/\n$/, ''));
      const done = rest.find((each) => typeof each === 'function');
      if (typeof done === 'function') queueMicrotask(() => done());
      return true;
    },
    end: (): void => {},
  });
export const stdout = outlet(1, (text) => console.log(text));
export const stderr = outlet(2, (text) => console.error(text));
export const stdin = Object.assign(new EventEmitter(), {
  ...{ fd: 0, isTTY: false, readable: false },
  ...{ resume: () => stdin, pause: () => stdin, setEncoding: () => stdin, unref: () => stdin },
});

const given = {
  ...{ env, argv, argv0, execPath, execArgv, title, platform, arch, version, versions, release },
  ...{ browser, pid, ppid, exitCode, features, config, allowedNodeEnvironmentFlags },
  ...{ cwd, umask, getuid, geteuid, getgid, getegid, nextTick, uptime, hrtime, memoryUsage },
  ...{ constrainedMemory, availableMemory, getActiveResourcesInfo },
  ...{ cpuUsage, resourceUsage, emitWarning, getBuiltinModule, setSourceMapsEnabled },
  ...{ setUncaughtExceptionCaptureCallback, hasUncaughtExceptionCaptureCallback },
  ...{ on, addListener, once, off, removeListener, removeAllListeners, prependListener },
  ...{ prependOnceListener, emit, listeners, rawListeners, listenerCount, eventNames },
  ...{ setMaxListeners, getMaxListeners, stdout, stderr, stdin },
  ...{ exit: needs('none', 'process.exit'), kill: needs('none', 'process.kill') },
  ...{ chdir: needs('none', 'process.chdir'), abort: needs('none', 'process.abort') },
  ...{ dlopen: needs('none', 'process.dlopen'), binding: needs('none', 'process.binding') },
  loadEnvFile: needs('none', 'process.loadEnvFile'),
  [Symbol.toStringTag]: 'process',
};

const process: object = given;
export default process;
