import { type CallArgument, cString, type Kernel } from './kernel.ts';
import { callNumber } from './system-calls.ts';

const F_SETFD = 2;
const FD_CLOEXEC = 1;
const ENOEXEC = 8;
/** What runs a text that does not say what runs it, for shells and the C library as well. */
const SHELL = '/bin/sh';

export interface ProgramToBe {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors that it keeps. */
  readonly descriptors: readonly number[];
  /** One that it does not. */
  readonly closed: number | undefined;
  /** Further arguments of the call, which the kernel ignores and a filter does not. */
  readonly pass: readonly bigint[];
}

/** Becomes a program. Comes back only if that failed, with an error number below 0. */
export function becomeProgram(kernel: Kernel, wanted: ProgramToBe): number {
  // Node closes what it inherited when it becomes something else.
  for (const descriptor of wanted.descriptors) kernel.call('fcntl', descriptor, F_SETFD, 0);
  const { program, args, closed } = wanted;
  if (closed !== undefined) kernel.call('fcntl', closed, F_SETFD, FD_CLOEXEC);
  const answer = execute(kernel, wanted, [program, ...args]);
  if (answer !== -ENOEXEC) return answer;
  return execute(kernel, { ...wanted, program: SHELL }, [SHELL, program, ...args]);
}

function execute(kernel: Kernel, wanted: ProgramToBe, args: readonly string[]): number {
  const { program, env, pass } = wanted;
  const variables = Object.entries(env).map(([name, value]) => cString(`${name}=${value}`));
  const texts = args.map(cString);
  const call: CallArgument[] = [cString(program), list(kernel, texts), list(kernel, variables)];
  return kernel.callNumber(callNumber('execve', kernel.arch) ?? 0, [...call, ...pass]);
}

function list(kernel: Kernel, strings: readonly Buffer[]): Buffer {
  const addresses = strings.map((text) => BigInt.asUintN(64, kernel.addressOf(text)));
  return Buffer.from(BigUint64Array.from([...addresses, 0n]).buffer);
}
