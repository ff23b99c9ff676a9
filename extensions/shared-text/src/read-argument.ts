/** One field of a tool's raw arguments; `undefined` when there is none or it cannot be read. */
export function readArgument(rawArgs: unknown, name: string): unknown {
  if (typeof rawArgs !== 'object' || rawArgs === null) return undefined;
  try {
    return (rawArgs as Readonly<Record<string, unknown>>)[name];
  } catch {
    // A getter or a proxy may throw; a reducer must not.
    return undefined;
  }
}
