export const setTimeout = globalThis.setTimeout;
export const setInterval = globalThis.setInterval;
export const clearTimeout = globalThis.clearTimeout;
export const clearInterval = globalThis.clearInterval;

export function setImmediate(callback: (...args: unknown[]) => void, ...args: unknown[]): unknown {
  return setTimeout(callback, 0, ...args);
}

export function clearImmediate(id: unknown): void {
  clearTimeout(id as number);
}

export * as promises from './timers-promises.ts';
