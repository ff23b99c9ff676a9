import ipaddr from 'ipaddr.js';

/** Why an address may not be connected to, or `undefined` if it may. */
export type AddressCheck = (address: string, allowPrivate: readonly string[]) => string | undefined;

// In use as IPv6 unicast today; ipaddr.js calls everything unknown unicast, `::127.0.0.1` included.
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
// Serves instance metadata although its range is public (Azure).
const PUBLIC_METADATA = new Set(['168.63.129.16']);

/**
 * Lets through public unicast addresses, and others only if the grant names them or a block around
 * them in the same family: `127.0.0.1/32` does not grant `::ffff:127.0.0.1`.
 */
export const checkAddress: AddressCheck = (address, allowPrivate) => {
  if (!isPlainAddress(address)) return 'is not an address';
  const parsed = ipaddr.parse(address);
  if (allowPrivate.some((block) => isInBlock(parsed, block))) return undefined;
  if (PUBLIC_METADATA.has(parsed.toString())) return 'is a metadata address';
  const range = parsed.range();
  if (range !== 'unicast') return `is not public (${range})`;
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6))
    return 'is not public (reserved)';
  return undefined;
};

/** Octal, hexadecimal, short and zoned spellings mean different things to different parsers. */
function isPlainAddress(address: string): boolean {
  if (address.includes(':')) return !address.includes('%') && ipaddr.IPv6.isValid(address);
  return ipaddr.IPv4.isValidFourPartDecimal(address);
}

function isInBlock(address: ipaddr.IPv4 | ipaddr.IPv6, blockText: string): boolean {
  const block = parseAddressBlock(blockText);
  if (block === undefined || block.address.kind() !== address.kind()) return false;
  return address.match(block.address, block.bits);
}

export interface AddressBlock {
  readonly address: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

/** An address, or a block as `address/bits`; `undefined` for anything else, which then grants nothing. */
export function parseAddressBlock(text: string): AddressBlock | undefined {
  if (!isPlainAddress(text.split('/')[0] ?? '')) return undefined;
  try {
    if (text.includes('/')) {
      const [address, bits] = ipaddr.parseCIDR(text);
      return { address, bits };
    }
    const address = ipaddr.parse(text);
    return { address, bits: address.kind() === 'ipv4' ? 32 : 128 };
  } catch {
    return undefined;
  }
}
