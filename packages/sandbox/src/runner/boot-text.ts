import type { IsolateSpec } from '../wire/frame.ts';

/** What the prelude is started with, as JSON. `seed` is 32 random bytes in hex. */
export function bootText(spec: IsolateSpec, seed: string): string {
  const { resultChars, errorChars, logLines, hostCalls, config, extensionId } = spec;
  const limits = { resultChars, errorChars, logLines, hostCalls };
  return JSON.stringify({ id: extensionId, config, seed, ...limits });
}
