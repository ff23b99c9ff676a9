import { defineProperty } from './intrinsics.ts';

type Prepare = (target: object, sites: readonly CallSite[]) => unknown;

const FRAME = /^\s+at (?:(?:async )?(.*?) \()?(.*?)(?::(\d+):(\d+))?\)?$/;

/** A line of a trace, with the methods that V8's own has. */
class CallSite {
  readonly #line: string;
  readonly #parts: readonly (string | undefined)[];

  constructor(line: string) {
    this.#line = line.replace(/^\s+at /, '');
    this.#parts = FRAME.exec(line) ?? [];
  }

  getFunctionName(): string | null {
    return this.#parts[1] ?? null;
  }

  getFileName(): string | null {
    return this.#parts[2] ?? null;
  }

  getScriptNameOrSourceURL(): string | null {
    return this.getFileName();
  }

  getLineNumber(): number | null {
    return this.#parts[3] === undefined ? null : Number(this.#parts[3]);
  }

  getColumnNumber(): number | null {
    return this.#parts[4] === undefined ? null : Number(this.#parts[4]);
  }

  getMethodName(): string | null {
    return this.getFunctionName()?.split('.').pop() ?? null;
  }

  getTypeName(): string | null {
    return null;
  }

  getThis(): undefined {
    return undefined;
  }

  getFunction(): undefined {
    return undefined;
  }

  getEvalOrigin(): undefined {
    return undefined;
  }

  isNative(): boolean {
    return false;
  }

  isToplevel(): boolean {
    return true;
  }

  isConstructor(): boolean {
    return this.getFunctionName()?.startsWith('new ') ?? false;
  }

  isEval(): boolean {
    return false;
  }

  isAsync(): boolean {
    return this.#line.startsWith('async ');
  }

  toString(): string {
    return this.#line;
  }
}

/**
 * Libraries that look at where they were called from set `Error.prepareStackTrace` and capture a trace
 * into an object of their own. V8 is never given what they set: it would call it whenever an error is
 * looked at, with functions of the prelude in its hands. They get the same facts from the trace's text.
 */
export function installStackTraces(): void {
  let prepare: Prepare | undefined;
  defineProperty(Error, 'prepareStackTrace', {
    get: () => undefined,
    set: (given: unknown) => {
      prepare = typeof given === 'function' ? (given as Prepare) : undefined;
    },
    configurable: false,
  });
  const native = Error.captureStackTrace;
  function captureStackTrace(target: { stack?: unknown }, above?: unknown): void {
    native(target, (above ?? captureStackTrace) as () => void);
    if (prepare === undefined) return;
    const sites = String(target.stack)
      .split('\n')
      .filter((line) => FRAME.test(line))
      .map((line) => new CallSite(line));
    const value = prepare(target, sites);
    defineProperty(target, 'stack', { value, writable: true, configurable: true });
  }
  defineProperty(Error, 'captureStackTrace', {
    value: captureStackTrace,
    writable: true,
    configurable: true,
  });
}
