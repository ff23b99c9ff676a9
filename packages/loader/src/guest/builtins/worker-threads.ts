const web = globalThis as unknown as { readonly [name: string]: unknown };

export const isMainThread = true;
export const isInternalThread = false;
export const threadId = 0;
export const threadName = '';
export const parentPort = null;
export const workerData = null;
export const resourceLimits = {};
export const SHARE_ENV: unique symbol = Symbol.for('nodejs.worker_threads.SHARE_ENV');
export const MessageChannel = web['MessageChannel'];
export const MessagePort = web['MessagePort'];
export const BroadcastChannel = web['BroadcastChannel'];

const kept = new Map<unknown, unknown>();

export function getEnvironmentData(key: unknown): unknown {
  return kept.get(key);
}

export function setEnvironmentData(key: unknown, value?: unknown): void {
  if (value === undefined) kept.delete(key);
  else kept.set(key, value);
}

export function markAsUntransferable(): void {}

export function isMarkedAsUntransferable(): boolean {
  return false;
}

export function markAsUncloneable(): void {}
