import type { CapabilityAsk } from './capability-definition.ts';

/** `host api.example.com`, `key-value storage of 1000000 bytes`. Holds what a stranger wrote. */
export function formatAsk({ what, mostBytes }: CapabilityAsk): string {
  return mostBytes === undefined ? what : `${what} of ${mostBytes} bytes`;
}
