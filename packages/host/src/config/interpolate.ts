/** Variables as the caller gives them; the library never looks at its own process. */
export type ConfigEnvironment = { readonly [name: string]: string | undefined };

export type Interpolation =
  | { readonly status: 'ok'; readonly text: string }
  | { readonly status: 'missing'; readonly name: string }
  | { readonly status: 'malformed' };

const REFERENCE = /\$\$\{|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\})?/g;

/**
 * Fills in `${NAME}` and `${NAME:-default}`; `$${` stands for `${`. As in a shell, the default also
 * replaces an empty variable. What was filled in is never looked at again.
 */
export function interpolate(text: string, env: ConfigEnvironment): Interpolation {
  let fault: Interpolation | undefined;
  const filled = text.replace(REFERENCE, (match, name?: string, fallback?: string) => {
    if (match === '$${') return '${';
    if (name === undefined) {
      fault ??= { status: 'malformed' };
      return match;
    }
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (fallback !== undefined) return value || fallback;
    if (value === undefined) fault ??= { status: 'missing', name };
    return value ?? match;
  });
  return fault ?? { status: 'ok', text: filled };
}
