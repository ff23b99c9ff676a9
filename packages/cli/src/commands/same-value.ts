import type { NamedGrantValue } from '@mortise/contracts';

/** `api.test` and `https://api.test` are one host, alone or behind the name of a secret. */
export function isSameValue(one: NamedGrantValue): (other: NamedGrantValue) => boolean {
  const keyOf = ({ capability, value }: NamedGrantValue) =>
    `${capability} ${value.replace(/(^|@)https:\/\//, '$1')}`;
  return (other) => keyOf(one) === keyOf(other);
}
