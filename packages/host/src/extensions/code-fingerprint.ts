import { createHash } from 'node:crypto';
import { type CapabilityGrants, canonicalJson } from '@mortise/contracts';
import type { PreparedExtension } from './prepare-extension.ts';

/** Equal for the same code with the same manifest, settings and grants: then a reload would change nothing. */
export function codeFingerprint(
  { source, manifest, settings, limits }: PreparedExtension,
  granted: CapabilityGrants,
): string {
  const facts = [manifest, settings, limits, granted].map((each) => canonicalJson(each));
  return createHash('sha256')
    .update(JSON.stringify([source, ...facts]))
    .digest('hex');
}
