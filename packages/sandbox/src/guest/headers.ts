type HeaderSource =
  | Headers
  | readonly (readonly [string, string])[]
  | { readonly [name: string]: string };

/** The part of the web's `Headers` that code around `fetch` uses. */
export class Headers {
  readonly #values = new Map<string, string>();

  constructor(source: HeaderSource = []) {
    const pairs =
      source instanceof Headers || Array.isArray(source) ? source : Object.entries(source);
    for (const [name, value] of pairs as Iterable<readonly [string, string]>)
      this.append(name, value);
  }

  append(name: string, value: string): void {
    const held = this.get(name);
    this.set(name, held === null ? value : `${held}, ${value}`);
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), String(value));
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this.#values) visit(value, name);
  }

  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  values(): IterableIterator<string> {
    return this.#values.values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}
