interface WaitOptions {
  readonly signal?: AbortSignal;
}

export function setTimeout(
  delayMs?: number,
  value?: unknown,
  options?: WaitOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const { signal } = options ?? {};
    if (signal?.aborted === true) return reject(signal.reason);
    const id = globalThis.setTimeout(() => resolve(value), delayMs);
    signal?.addEventListener('abort', () => {
      globalThis.clearTimeout(id);
      reject(signal.reason);
    });
  });
}

export function setImmediate(value?: unknown, options?: WaitOptions): Promise<unknown> {
  return setTimeout(0, value, options);
}

/** The value again and again, until the signal aborts or the loop over it ends. */
export async function* setInterval(
  delayMs?: number,
  value?: unknown,
  options?: WaitOptions,
): AsyncGenerator<unknown> {
  for (;;) yield await setTimeout(delayMs, value, options);
}

export const scheduler = {
  wait: (delayMs: number, options?: WaitOptions) => setTimeout(delayMs, undefined, options),
  yield: () => setTimeout(0),
};
