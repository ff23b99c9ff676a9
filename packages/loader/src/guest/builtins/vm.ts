/** Code runs in the isolate that it is in already, and sees what that sees; there is no second one. */
// biome-ignore lint/security/noGlobalEval: it reaches nothing that the code around it does not
const evaluate = globalThis.eval;

export class Script {
  readonly #code: string;

  constructor(code: string) {
    this.#code = code;
  }

  runInThisContext(): unknown {
    return evaluate(this.#code);
  }
}

export function runInThisContext(code: string): unknown {
  return evaluate(code);
}

const contexts = new WeakSet<object>();

/** The object is taken for a world of its own; code is not run in it. */
export function createContext<Given extends object>(given: Given = {} as Given): Given {
  contexts.add(given);
  return given;
}

export function isContext(given: object): boolean {
  return contexts.has(given);
}

export function compileFunction(code: string, names: readonly string[] = []): unknown {
  return new Function(...names, code);
}
