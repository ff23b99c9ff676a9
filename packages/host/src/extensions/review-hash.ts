import { createHash } from 'node:crypto';
import { canonicalJson, type ToolDescription } from '@mortise/contracts';
import { lockEntry } from '@mortise/loader';
import type { PreparedExtension } from './prepare-extension.ts';

/**
 * What an operator's yes is bound to: package, code, what it asks for, its tools and where it comes from.
 * The whole hash: two contents with the same beginning of one are found in hours.
 */
export function reviewHash(
  { loaded, origin, source, manifest }: PreparedExtension,
  tools: readonly ToolDescription[],
): string {
  const reviewed =
    loaded === undefined
      ? { source, manifest, tools: tools.map(({ name }) => name) }
      : lockEntry({ loaded, registered: tools, source: origin });
  return `sha256-${createHash('sha256').update(canonicalJson(reviewed)).digest('hex')}`;
}
