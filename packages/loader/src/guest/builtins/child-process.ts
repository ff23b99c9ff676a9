import { ambient } from '../ambient.ts';
import { ChildProcess as Child } from '../programs/child-process.ts';
import {
  endFault,
  inEncoding,
  type Program,
  type ProgramEnd,
  type ProgramSettings,
  programEnd,
  programOf,
  programStep,
  startFault,
} from '../programs/run-program.ts';

export const ChildProcess = Child;

type Callback = (error: Error | null, stdout: unknown, stderr: unknown) => void;
const CUSTOM: unique symbol = Symbol.for('nodejs.util.promisify.custom');

/** Programs run outside of the sandbox, as far as the grant for programs goes. */
export function spawn(file: string, ...rest: unknown[]): Child {
  return new Child(programFrom(file, rest));
}

const executeFile = (file: string, ...rest: unknown[]): Child => {
  const callback = rest.at(-1);
  const given = typeof callback === 'function' ? rest.slice(0, -1) : rest;
  return withCallback(programFrom(file, given), callback as Callback | undefined);
};
const execute = (command: string, ...rest: unknown[]): Child => {
  const callback = rest.find((each) => typeof each === 'function') as Callback | undefined;
  const settings = (typeof rest[0] === 'object' ? rest[0] : undefined) ?? {};
  return withCallback(programOf(command, settings as ProgramSettings), callback);
};

/** What `promisify` makes of them answers both outputs. */
const promised =
  (run: (...args: never[]) => Child) =>
  (...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const done: Callback = (error, stdout, stderr) =>
        error === null
          ? resolve({ stdout, stderr })
          : reject(Object.assign(error, { stdout, stderr }));
      (run as (...given: unknown[]) => Child)(...args, done);
    });
export const execFile: typeof executeFile = Object.assign(executeFile, {
  [CUSTOM]: promised(executeFile),
});
export const exec: typeof execute = Object.assign(execute, { [CUSTOM]: promised(execute) });

export function spawnSync(file: string, ...rest: unknown[]): object {
  const program = programFrom(file, rest);
  const { encoding } = program.settings;
  try {
    const end = runNow(program);
    const [stdout, stderr] = [end.stdout, end.stderr].map((each) =>
      inEncoding(each, encoding, 'buffer'),
    );
    return {
      pid: 0,
      output: [null, stdout, stderr],
      stdout,
      stderr,
      status: end.code,
      signal: end.signal,
    };
  } catch (error) {
    const none = { pid: 0, output: null, stdout: null, stderr: null, status: null, signal: null };
    return { ...none, error: startFault(error, program) };
  }
}

export function execFileSync(file: string, ...rest: unknown[]): unknown {
  return outputOf(programFrom(file, rest));
}

export function execSync(command: string, settings: ProgramSettings = {}): unknown {
  return outputOf(programOf(command, settings));
}

function outputOf(program: Program): unknown {
  let end: ProgramEnd;
  try {
    end = runNow(program);
  } catch (error) {
    throw startFault(error, program);
  }
  if (end.code === 0) return inEncoding(end.stdout, program.settings.encoding, 'buffer');
  const { stdout, stderr } = end;
  throw Object.assign(endFault(program, end), { status: end.code, stdout, stderr });
}

function runNow(program: Program): ProgramEnd {
  const { operation, args } = programStep(program);
  return programEnd(ambient.askSync(operation, args));
}

function withCallback(program: Program, callback: Callback | undefined): Child {
  const child = new Child(program);
  const { encoding } = program.settings;
  child.ended.then(
    (end) => {
      const fault = end.code === 0 ? null : endFault(program, end);
      const [stdout, stderr] = [end.stdout, end.stderr].map((each) =>
        inEncoding(each, encoding, 'utf8'),
      );
      callback?.(fault, stdout, stderr);
    },
    (error) => callback?.(error, '', ''),
  );
  // Without a listener an error would be thrown; the callback has it.
  if (callback !== undefined) child.on('error', () => {});
  return child;
}

/** `(file, args, settings)`, either left out. */
function programFrom(file: string, rest: readonly unknown[]): Program {
  const args = Array.isArray(rest[0]) ? (rest[0] as string[]) : [];
  const last = Array.isArray(rest[0]) ? rest[1] : (rest[0] ?? rest[1]);
  const settings = (typeof last === 'object' && last !== null ? last : {}) as ProgramSettings;
  if (!settings.shell) return { file, args, settings };
  return programOf([file, ...args].join(' '), settings);
}
