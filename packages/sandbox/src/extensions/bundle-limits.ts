import {
  hostCallBytesFor,
  type LimitSettings,
  type ResolvedLimits,
  resolveLimits,
} from '@mortise/contracts';
import type { ExtensionBundle } from '../api/sandbox-api.ts';

/** The limits in force; a grant that allows larger host calls than they do raises that one. */
export function limitsOfBundle(
  { grants = {}, limits }: Pick<ExtensionBundle, 'grants' | 'limits'>,
  ofSandbox: LimitSettings | undefined,
): ResolvedLimits {
  const resolved = resolveLimits(ofSandbox, limits);
  const needed = hostCallBytesFor(grants) ?? 0;
  return needed <= resolved.hostCallBytes
    ? resolved
    : resolveLimits(resolved, { hostCallBytes: needed });
}
