import { dequal } from 'dequal';

type Compare = (actual: unknown, expected: unknown) => boolean;

/** As `==` does, but for `NaN`, which is equal to itself in assertions. */
export const isLooselyEqual: Compare = (one, other) => {
  if (Number.isNaN(one) && Number.isNaN(other)) return true;
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the loose assertions of Node compare with
  return one == other;
};

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Values of records and lists as `==` has them; what is in other objects is compared strictly. */
export const isDeepEqual: Compare = (one, other) => {
  if (!isObject(one) || !isObject(other)) return isLooselyEqual(one, other);
  const kind = kindOf(one);
  if (kind !== kindOf(other)) return false;
  if (kind !== 'Object' && kind !== 'Array') return dequal(one, other);
  const names = Object.keys(one);
  const has = (name: string) =>
    Object.hasOwn(other, name) && isDeepEqual(Reflect.get(one, name), Reflect.get(other, name));
  return names.length === Object.keys(other).length && names.every(has);
};

function kindOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
