/** Keeps the values used last, at most so many. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#values.size;
  }

  getOrMake(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known === undefined) return this.#keep(key, make());
    // A Map keeps the order of insertion; putting it back makes it the youngest.
    this.#values.delete(key);
    return this.#keep(key, known);
  }

  #keep(key: string, value: Value): Value {
    this.#values.set(key, value);
    const oldest = this.#values.keys().next();
    if (this.#values.size > this.#limit && !oldest.done) this.#values.delete(oldest.value);
    return value;
  }
}
