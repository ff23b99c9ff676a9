import { interpretRequests, type RequestedCapabilities } from '@mortise/contracts';

/** What several tools ask for together: lists joined, bounds as wide as the widest. */
export function mergeRequests(
  requests: readonly (RequestedCapabilities | undefined)[],
): RequestedCapabilities {
  return interpretRequests(requests.reduce(mergeValues, {}));
}

function mergeValues(one: unknown, other: unknown): unknown {
  if (other === undefined) return one;
  if (Array.isArray(one) && Array.isArray(other)) return [...new Set([...one, ...other])];
  if (typeof one === 'number' && typeof other === 'number') return Math.max(one, other);
  if (!isRecord(one) || !isRecord(other)) return Array.isArray(other) ? (one ?? other) : other;
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(keys.map((key) => [key, mergeValues(one[key], other[key])]));
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
