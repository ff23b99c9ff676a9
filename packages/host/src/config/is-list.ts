/** Whether a part of a configuration that may be a list or a map is a list; unlike `Array.isArray`, readonly lists keep their type. */
export function isList<Part>(value: Part): value is Extract<Part, readonly unknown[]> {
  return Array.isArray(value);
}
