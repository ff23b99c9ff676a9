/** One name, or a scope and a name. Neither begins with a dot, so that no name is a way up. */
const NAME = /^(?:@[^./\\@][^/\\@]*\/)?[^./\\@][^/\\@]*$/;

/** A bare specifier in its two parts, `.` or `./sub/path` for the second; `undefined` for what names no package. */
export function splitSpecifier(
  specifier: string,
): readonly [name: string, subpath: string] | undefined {
  const pieces = specifier.split('/');
  const count = specifier.startsWith('@') ? 2 : 1;
  const name = pieces.slice(0, count).join('/');
  if (!NAME.test(name) || name.includes('\0')) return undefined;
  const rest = pieces.slice(count).filter((piece) => piece !== '');
  return [name, rest.length === 0 ? '.' : `./${rest.join('/')}`];
}
