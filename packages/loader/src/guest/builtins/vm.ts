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

  runInContext(context: object): unknown {
    return runInContext(this.#code, context);
  }

  runInNewContext(context: object = {}): unknown {
    return runInContext(this.#code, createContext(context));
  }
}

/** Code sees the properties of the object as its globals, and it as `this`; what it declares is its own. */
const within = new Function(
  ...[
    'context',
    'code',
    'with (context) { return function () { return eval(code); }.call(context); }',
  ],
) as (context: object, code: string) => unknown;

export function runInContext(code: string, context: object): unknown {
  return within(context, code);
}

export function runInNewContext(code: string, context: object = {}): unknown {
  return runInContext(code, createContext(context));
}

export function runInThisContext(code: string): unknown {
  return evaluate(code);
}

const contexts = new WeakSet<object>();

/** The object is taken for a world of its own; what it lacks code finds in the isolate. */
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
