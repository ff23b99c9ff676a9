import { inject } from 'vitest';
import { type Consumer, openConsumer } from './consumer.ts';

/**
 * An empty folder and home from which the registry with our packages is used; for tests below
 * `test/registry`, where everything has been published before the first of them starts.
 */
export function useConsumer(options: { readonly node?: string } = {}): Consumer {
  return openConsumer({ ...inject('published'), ...options });
}
