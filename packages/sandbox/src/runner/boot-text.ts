import type { GuestBoot, IsolateSpec } from '../wire/frame.ts';

/** What the prelude is started with, as JSON. */
export function bootText({ extensionId, config, limits }: IsolateSpec, seed: string): string {
  return JSON.stringify({ id: extensionId, config, seed, limits } satisfies GuestBoot);
}
