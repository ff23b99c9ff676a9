/** One case of a case file, as it is written there. */
export interface ConformanceCase {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  /** `in`, or an empty object where the case has none. */
  readonly given: CaseData;
  /** Every other key beside `id`, `title`, `in`, `expect` and `from`. */
  readonly rest: CaseData;
  readonly expect: unknown;
}

/** An object of a case file; read it through `get`, which never sees inherited keys. */
export class CaseData {
  readonly #entries: ReadonlyMap<string, unknown>;

  constructor(value: unknown) {
    this.#entries = new Map(isRecord(value) ? Object.entries(value) : []);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  get(key: string): unknown {
    return this.#entries.get(key);
  }

  keys(): readonly string[] {
    return [...this.#entries.keys()];
  }

  text(key: string): string | undefined {
    const value = this.get(key);
    return typeof value === 'string' ? value : undefined;
  }

  list(key: string): readonly unknown[] {
    const value = this.get(key);
    return Array.isArray(value) ? value : [];
  }

  texts(key: string): readonly string[] {
    return this.list(key).filter((each) => typeof each === 'string');
  }

  data(key: string): CaseData {
    return new CaseData(this.get(key));
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
