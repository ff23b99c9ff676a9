const whole: typeof globalThis = globalThis;

/** Node's name for it. A module of its own: code that declares a `globalThis` would catch the plain name. */
export { whole as global };
