type HeaderValue = string | number | readonly string[];

/** The headers of a request that is being written: names as they were set, found in any case. */
export class MessageHeaders {
  readonly #fields = new Map<string, { readonly name: string; readonly value: HeaderValue }>();

  set(name: string, value: HeaderValue): void {
    this.#fields.set(name.toLowerCase(), { name, value });
  }

  append(name: string, value: string | readonly string[]): void {
    const before = this.get(name);
    const list = before === undefined ? [] : Array.isArray(before) ? before : [String(before)];
    this.set(name, [...list, ...(Array.isArray(value) ? value : [value as string])]);
  }

  get(name: string): HeaderValue | undefined {
    return this.#fields.get(name.toLowerCase())?.value;
  }

  has(name: string): boolean {
    return this.#fields.has(name.toLowerCase());
  }

  remove(name: string): void {
    this.#fields.delete(name.toLowerCase());
  }

  names(): string[] {
    return [...this.#fields.keys()];
  }

  rawNames(): string[] {
    return [...this.#fields.values()].map(({ name }) => name);
  }

  all(): { [name: string]: HeaderValue } {
    return Object.fromEntries([...this.#fields].map(([name, { value }]) => [name, value]));
  }

  /** What the host may be given: it sets what steers the connection itself. */
  sendable(): [string, string][] {
    return [...this.#fields.values()].flatMap(({ name, value }) =>
      OF_THE_HOST.test(name)
        ? []
        : (Array.isArray(value) ? value : [value]).map((each): [string, string] => [
            name,
            `${each}`,
          ]),
    );
  }
}

const OF_THE_HOST =
  /^(?:host|connection|content-length|expect|forwarded|http2-settings|keep-alive|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*|x-forwarded-.*)$/i;
