import type { Computation } from '../../wire/computations.ts';

/** A second or a few of one core, at most. */
const MOST_ITERATIONS = 10_000_000;
const MOST_MODULUS_BITS = 4_096;
const MOST_DERIVED_BITS = 8_000_000;
/** Of the shortest digest there is: how often PBKDF2 is run for a long result. */
const BLOCK_BITS = 160;

/**
 * Refuses what would keep a thread busy for long: once begun, it cannot be stopped but with its process.
 * Throws an error whose name is one of the web platform's.
 */
export function vetComputation(name: Computation, args: readonly unknown[]): void {
  const algorithm = algorithmOf(args[ALGORITHM_PLACE[name]]);
  if (name === 'deriveBits' || name === 'deriveKey')
    vetDerivation(algorithm, name === 'deriveBits' ? args[2] : 512);
  if (name === 'generateKey') vetModulus(algorithm);
}

const ALGORITHM_PLACE: Record<Computation, number> = {
  ...{ digest: 0, encrypt: 0, decrypt: 0, sign: 0, verify: 0, deriveBits: 0, deriveKey: 0 },
  ...{ generateKey: 0, importKey: 2, exportKey: 0, wrapKey: 3, unwrapKey: 3 },
};

interface LooseAlgorithm {
  readonly iterations?: unknown;
  readonly modulusLength?: unknown;
}

function algorithmOf(guestValue: unknown): LooseAlgorithm {
  return typeof guestValue === 'object' && guestValue !== null ? guestValue : {};
}

function vetDerivation({ iterations = 0 }: LooseAlgorithm, length: unknown): void {
  const bits = Number(length ?? 0);
  if (bits > MOST_DERIVED_BITS) throw refusal(`more than ${MOST_DERIVED_BITS} bits at once`);
  const rounds = Number(iterations) * Math.ceil(Math.max(bits, 1) / BLOCK_BITS);
  if (rounds > MOST_ITERATIONS)
    throw refusal(`more than ${MOST_ITERATIONS} iterations for one derivation`);
}

function vetModulus({ modulusLength = 0 }: LooseAlgorithm): void {
  if (Number(modulusLength) > MOST_MODULUS_BITS)
    throw refusal(`a key of more than ${MOST_MODULUS_BITS} bits`);
}

function refusal(what: string): Error {
  return new DOMException(`The sandbox does not compute ${what}.`, 'OperationError');
}
