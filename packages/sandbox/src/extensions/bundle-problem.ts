import { EXTENSION_ID_PATTERN, type ResolvedLimits } from '@mortise/contracts';
import type { ExtensionBundle } from '../api/sandbox-api.ts';

const ID = new RegExp(EXTENSION_ID_PATTERN);

/** Why a bundle cannot even be tried, or undefined. */
export function findBundleProblem(
  bundle: ExtensionBundle,
  { sourceBytes }: ResolvedLimits,
): string | undefined {
  if (!ID.test(bundle.id)) return 'Its id is not one an extension may have.';
  const bytes = Buffer.byteLength(bundle.source);
  if (bytes > sourceBytes) return `It has ${bytes} bytes; ${sourceBytes} are allowed.`;
  try {
    JSON.stringify(bundle.config);
    return undefined;
  } catch {
    return 'Its configuration is not JSON.';
  }
}
