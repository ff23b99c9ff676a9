import type { Logger } from '@mortise/contracts';
import type { SyncHook } from 'tapable';
import { printUnknown } from '../registry/print-unknown.ts';

/**
 * Wraps every tap of a hook that only tells, so that one that throws is logged and neither the
 * call nor the taps after it notice. tapable alone stops at the first tap that throws.
 */
export function isolateObservers<Value>(
  hook: SyncHook<[Value]>,
  logger: Logger,
): SyncHook<[Value]> {
  hook.intercept({
    name: 'mortise-isolate-observers',
    register: (tap) => ({ ...tap, fn: (value: Value) => observe(tap, value, logger) }),
  });
  return hook;
}

// biome-ignore lint/complexity/noBannedTypes: tapable types a tap's function as `Function`.
type Observer = { readonly name: string; readonly fn: Function };

function observe<Value>(tap: Observer, value: Value, logger: Logger): void {
  const report = (error: unknown) =>
    logger.error({ tap: tap.name, error: printUnknown(error) }, 'An observer of the host failed.');
  try {
    const answer: unknown = tap.fn(value);
    if (answer instanceof Promise) answer.catch(report);
  } catch (error) {
    report(error);
  }
}
