const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const NOT_A_VALUE = /[\0\r\n]/;
const SET_COOKIE = 'set-cookie';

type Pair = readonly [name: string, value: string];

let freezeHeaders: (headers: Headers) => Headers;

/** `Headers` of the web platform. */
export class Headers {
  /** By name in lower case. */
  readonly #values = new Map<string, string[]>();
  #isFrozen = false;

  static {
    freezeHeaders = (headers) => {
      headers.#isFrozen = true;
      return headers;
    };
  }

  constructor(init?: unknown) {
    if (init === undefined) return;
    if (typeof init !== 'object' || init === null)
      throw new TypeError('Headers are made of pairs, an object or other Headers');
    for (const [name, value] of pairsOf(init)) this.append(name, value);
  }

  append(name: unknown, value: unknown): void {
    const key = this.#keyToChange(name);
    const values = this.#values.get(key);
    const text = textOf(key, value);
    if (values === undefined) this.#values.set(key, [text]);
    else values.push(text);
  }

  set(name: unknown, value: unknown): void {
    const key = this.#keyToChange(name);
    this.#values.set(key, [textOf(key, value)]);
  }

  delete(name: unknown): void {
    this.#values.delete(this.#keyToChange(name));
  }

  get(name: unknown): string | null {
    return this.#values.get(keyOf(name))?.join(', ') ?? null;
  }

  getSetCookie(): string[] {
    return [...(this.#values.get(SET_COOKIE) ?? [])];
  }

  has(name: unknown): boolean {
    return this.#values.has(keyOf(name));
  }

  forEach(visit: (value: string, name: string, headers: this) => void, self?: unknown): void {
    for (const [name, value] of this) visit.call(self, value, name, this);
  }

  *entries(): IterableIterator<[string, string]> {
    const sorted = [...this.#values].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [name, values] of sorted) {
      if (name === SET_COOKIE) for (const value of values) yield [name, value];
      else yield [name, values.join(', ')];
    }
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  #keyToChange(name: unknown): string {
    if (this.#isFrozen)
      throw new TypeError('These headers cannot be changed: make new ones of them');
    return keyOf(name);
  }
}

/** From then on they cannot be changed. */
export function freeze(headers: Headers): Headers {
  return freezeHeaders(headers);
}

function keyOf(name: unknown): string {
  const text = `${name}`;
  if (!NAME.test(text)) throw new TypeError(`${JSON.stringify(text)} is not a header name`);
  return text.toLowerCase();
}

function textOf(name: string, value: unknown): string {
  const text = `${value}`.replaceAll(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
  if (NOT_A_VALUE.test(text) || /[^\0-\xff]/.test(text))
    throw new TypeError(`The value of the header ${name} holds characters that no header may have`);
  return text;
}

function* pairsOf(init: object): Iterable<Pair> {
  if (!(Symbol.iterator in init)) {
    for (const name of Object.keys(init))
      yield [name, (init as Record<string, string>)[name] ?? ''];
    return;
  }
  for (const pair of init as Iterable<unknown>) {
    const [name, value, ...rest] = pair as Iterable<string>;
    if (name === undefined || value === undefined || rest.length > 0)
      throw new TypeError('Each header must be a name and a value');
    yield [name, value];
  }
}
