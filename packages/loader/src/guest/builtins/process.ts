import { needs } from '../missing.ts';

const start = Date.now();

/** The environment of a guest is empty: reading a variable gives undefined, as for one that is not set. */
export const env: { [name: string]: string | undefined } = {};
export const argv: readonly string[] = [];
export const execArgv: readonly string[] = [];
export const platform = 'linux';
export const arch = 'sandbox';
export const version = '';
/** Without `node`, so that libraries which ask take their path for other engines. */
export const versions: { readonly [name: string]: string } = {};
export const release = {};
export const browser = false;
export const pid = 1;
export const exitCode = undefined;

export function cwd(): string {
  return '/';
}

export function nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void {
  queueMicrotask(() => callback(...args));
}

export function uptime(): number {
  return (Date.now() - start) / 1000;
}

export function hrtime(since?: readonly [number, number]): [number, number] {
  const ms = Date.now() - start - (since === undefined ? 0 : since[0] * 1e3 + since[1] / 1e6);
  return [Math.floor(ms / 1e3), Math.round((ms % 1e3) * 1e6)];
}

export function emitWarning(warning: unknown): void {
  console.warn(warning);
}

/** No event of a process ever happens here; a listener is taken and never called. */
export function on(): unknown {
  return process;
}
export const addListener = on;
export const once = on;
export const off = on;
export const removeListener = on;
export const removeAllListeners = on;
export const prependListener = on;
export function emit(): boolean {
  return false;
}
export function listeners(): readonly unknown[] {
  return [];
}
export function listenerCount(): number {
  return 0;
}

const outlet = (write: (text: string) => void) => ({
  isTTY: false,
  write: (text: unknown): boolean => {
    write(String(text));
    return true;
  },
});
export const stdout = outlet((text) => console.log(text));
export const stderr = outlet((text) => console.error(text));

const given = {
  ...{ env, argv, execArgv, platform, arch, version, versions, release, browser, pid, exitCode },
  ...{ cwd, nextTick, uptime, hrtime, emitWarning, stdout, stderr },
  ...{ on, addListener, once, off, removeListener, removeAllListeners, prependListener },
  ...{ emit, listeners, listenerCount },
};

const process: object = new Proxy(given, {
  get: (target, key) =>
    typeof key === 'symbol' || key === 'then' || key === 'title' || key in target
      ? Reflect.get(target, key)
      : needs('process', `process.${key}`),
});
export default process;
