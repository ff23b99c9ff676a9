import { createHash } from 'node:crypto';
import { canonicalJson, type ToolDescription } from '@mortise/contracts';

/**
 * SHA-256 over everything a model or a policy sees of a tool. Two tools with one hash are offered
 * and gated alike; the order of keys does not matter, the order of lists does.
 */
export function definitionHash(tool: ToolDescription): string {
  return `sha256-${createHash('sha256').update(canonicalJson(tool)).digest('hex')}`;
}
