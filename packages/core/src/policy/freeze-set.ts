/** A set that many hold: changing it throws, as changing a frozen object does. */
export function freezeSet<Value>(values: Set<Value>): ReadonlySet<Value> {
  const refuse = () => {
    throw new TypeError('This set is frozen.');
  };
  // `Object.freeze` leaves the contents of a Set open, and a subclass would not equal a plain Set.
  Object.defineProperties(values, {
    add: { value: refuse },
    delete: { value: refuse },
    clear: { value: refuse },
  });
  return Object.freeze(values);
}
