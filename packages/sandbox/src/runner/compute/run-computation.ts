import { webcrypto } from 'node:crypto';
import { COMPUTATIONS, type Computation, type ComputationFault } from '../../wire/computations.ts';
import { readMarked, writeMarked } from './marked-values.ts';
import { vetComputation } from './vet-computation.ts';

/** What came of a computation, as JSON. */
export interface ComputationResult {
  readonly isOk: boolean;
  readonly json: string;
}

const MESSAGE_CHARS = 500;

/** Computes what a guest has asked for. All of it is hostile; nothing but its own result depends on it. */
export async function runComputation(name: string, guestJson: string): Promise<ComputationResult> {
  try {
    const known = COMPUTATIONS.find((each) => each === name);
    if (guestJson === '') throw new DOMException('It is too much at once', 'OperationError');
    if (known === undefined) throw new DOMException(`${name} is not computed`, 'NotSupportedError');
    return { isOk: true, json: JSON.stringify((await run(known, JSON.parse(guestJson))) ?? null) };
  } catch (error) {
    return { isOk: false, json: JSON.stringify(describe(error)) };
  }
}

async function run(name: Computation, guestValue: unknown): Promise<unknown> {
  const args = readMarked(guestValue);
  if (!Array.isArray(args)) throw new TypeError('the arguments must be a list');
  vetComputation(name, args);
  const { subtle } = webcrypto;
  return writeMarked(
    await Reflect.apply(subtle[name] as (...given: unknown[]) => unknown, subtle, args),
  );
}

/** Names of the platform's errors; of all others the guest learns that there was one. */
function describe(error: unknown): ComputationFault {
  if (!(error instanceof Error)) return { name: 'OperationError', message: 'The operation failed' };
  const isOfPlatform = error instanceof DOMException || error instanceof TypeError;
  return {
    name: isOfPlatform ? error.name : 'OperationError',
    message: error.message.slice(0, MESSAGE_CHARS),
  };
}
