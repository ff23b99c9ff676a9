/** Keeps the values used last, as long as together they weigh no more than the limit. */
export class BoundedCache<Value extends object> {
  readonly #values = new Map<string, Value>();
  readonly #limit: number;
  readonly #weigh: (value: Value) => number;
  #weight = 0;

  constructor(limit: number, weigh: (value: Value) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  get size(): number {
    return this.#values.size;
  }

  getOrMake(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) {
      // A Map keeps the order of insertion; putting it back makes it the youngest.
      this.#values.delete(key);
      this.#values.set(key, known);
      return known;
    }
    const made = make();
    this.#values.set(key, made);
    this.#weight += this.#weigh(made);
    this.#dropOldest();
    return made;
  }

  #dropOldest(): void {
    for (const [key, value] of this.#values) {
      if (this.#weight <= this.#limit || this.#values.size === 1) return;
      this.#values.delete(key);
      this.#weight -= this.#weigh(value);
    }
  }
}
