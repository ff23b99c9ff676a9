const given = globalThis.console as unknown as { readonly [name: string]: unknown };

/** A console of its own writes where the one of the extension does. */
export class Console {
  constructor() {
    Object.assign(this, methodsOf(given));
  }
}

function methodsOf(from: { readonly [name: string]: unknown }): object {
  return Object.fromEntries(
    Object.getOwnPropertyNames(from).flatMap((name) =>
      typeof from[name] === 'function' ? [[name, from[name]]] : [],
    ),
  );
}

export const { log, warn, error, info, debug, trace, dir, assert, table } = globalThis.console;
export const { clear, count, countReset, group, groupCollapsed, groupEnd } = globalThis.console;
export const { time, timeEnd, timeLog } = globalThis.console;
const whole: object = Object.assign(Object.create(given), { Console });
export default whole;
