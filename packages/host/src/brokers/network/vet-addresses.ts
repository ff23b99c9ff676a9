import { isAddressLiteral } from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';
import type { AddressCheck } from './check-address.ts';
import type { Resolver } from './resolver.ts';

const MOST_ADDRESSES = 64;

export interface AddressVetting {
  readonly resolver: Resolver;
  readonly checkAddress: AddressCheck;
  readonly allowPrivate: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * The addresses a host may be connected at. One bad address among good ones refuses them all: such an
 * answer is an attack or a mistake, and which address a later step would pick is not ours to guess.
 */
export async function vetAddresses(hostname: string, vetting: AddressVetting) {
  const addresses = isAddressLiteral(hostname)
    ? [hostname.replace(/^\[|\]$/g, '')]
    : await resolveName(hostname, vetting);
  if (addresses.length === 0) throw failed(`${hostname} has no address.`);
  if (addresses.length > MOST_ADDRESSES) throw failed(`${hostname} has too many addresses.`);
  for (const address of addresses) {
    const fault = vetting.checkAddress(address, vetting.allowPrivate);
    // The address itself stays unsaid: a guest could map the inner network with refusals.
    if (fault !== undefined) throw denied(`An address of ${hostname} ${fault}.`);
  }
  return addresses;
}

async function resolveName(hostname: string, { resolver, signal }: AddressVetting) {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([resolver.resolve(hostname, signal), aborted.promise]);
  } catch (error) {
    if (signal.aborted) throw error;
    throw failed(`${hostname} could not be resolved.`);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
