import { Blob, bytesOfBlob, File } from './blob.ts';

export type FormValue = string | File;

/** `FormData` of the web platform. */
export class FormData {
  #entries: (readonly [string, FormValue])[] = [];

  constructor(form?: unknown) {
    if (form !== undefined) throw new TypeError('There are no form elements here');
  }

  append(name: unknown, value: unknown, fileName?: unknown): void {
    this.#entries.push([textOf(name), entryOf(value, fileName)]);
  }

  set(name: unknown, value: unknown, fileName?: unknown): void {
    const key = textOf(name);
    const entry = [key, entryOf(value, fileName)] as const;
    const first = this.#entries.findIndex(([each]) => each === key);
    if (first < 0) this.#entries.push(entry);
    else
      this.#entries = this.#entries.flatMap((each, index) =>
        index === first ? [entry] : each[0] === key ? [] : [each],
      );
  }

  delete(name: unknown): void {
    const key = textOf(name);
    this.#entries = this.#entries.filter(([each]) => each !== key);
  }

  get(name: unknown): FormValue | null {
    const key = textOf(name);
    return this.#entries.find(([each]) => each === key)?.[1] ?? null;
  }

  getAll(name: unknown): FormValue[] {
    const key = textOf(name);
    return this.#entries.flatMap(([each, value]) => (each === key ? [value] : []));
  }

  has(name: unknown): boolean {
    const key = textOf(name);
    return this.#entries.some(([each]) => each === key);
  }

  forEach(visit: (value: FormValue, name: string, form: this) => void, self?: unknown): void {
    for (const [name, value] of this) visit.call(self, value, name, this);
  }

  *entries(): IterableIterator<[string, FormValue]> {
    for (let index = 0; index < this.#entries.length; index += 1) {
      const [name, value] = this.#entries[index] as readonly [string, FormValue];
      yield [name, value];
    }
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this) yield name;
  }

  *values(): IterableIterator<FormValue> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): IterableIterator<[string, FormValue]> {
    return this.entries();
  }
}

function textOf(value: unknown): string {
  return `${value}`.toWellFormed();
}

function entryOf(value: unknown, fileName: unknown): FormValue {
  if (!(value instanceof Blob)) return textOf(value);
  if (value instanceof File && fileName === undefined) return value;
  const name = fileName === undefined ? 'blob' : textOf(fileName);
  const lastModified = value instanceof File ? value.lastModified : undefined;
  const options = { type: value.type, ...(lastModified !== undefined && { lastModified }) };
  return new File([bytesOfBlob(value)], name, options);
}
