import { parseAddressBlock } from './check-address.ts';

/** The smaller of two blocks if one lies in the other, as it was written. */
export function meetAddressBlocks(one: string, other: string): string | undefined {
  const [first, second] = [parseAddressBlock(one), parseAddressBlock(other)];
  if (first === undefined || second === undefined) return undefined;
  if (first.address.kind() !== second.address.kind()) return undefined;
  const [narrow, wide] = first.bits >= second.bits ? [first, second] : [second, first];
  if (!narrow.address.match(wide.address, wide.bits)) return undefined;
  return narrow === first ? one : other;
}
