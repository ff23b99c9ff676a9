import { DOMException, EventTarget } from './core.ts';

/** Entries beyond are forgotten, oldest first: nothing here may grow without an end. */
const MOST_ENTRIES = 1_000;

interface Entry {
  readonly name: string;
  readonly entryType: 'mark' | 'measure';
  readonly startTime: number;
  readonly duration: number;
  readonly detail: unknown;
  toJSON(): object;
}

interface MeasureOptions {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly duration?: unknown;
  readonly detail?: unknown;
}

/** `performance` of the web platform, over the clock that `Date` has: whole milliseconds. */
export class Performance extends EventTarget {
  readonly timeOrigin = Date.now();
  #last = 0;
  #entries: Entry[] = [];

  /** Never goes back, whatever the clock of the machine does. */
  now(): number {
    this.#last = Math.max(this.#last, Date.now() - this.timeOrigin);
    return this.#last;
  }

  mark(
    name: unknown,
    options?: { readonly startTime?: unknown; readonly detail?: unknown },
  ): Entry {
    const startTime = options?.startTime === undefined ? this.now() : Number(options.startTime);
    return this.#add(
      { name: `${name}`, entryType: 'mark', startTime, duration: 0 },
      options?.detail,
    );
  }

  measure(name: unknown, startOrOptions?: unknown, endMark?: unknown): Entry {
    const isOptions = typeof startOrOptions === 'object' && startOrOptions !== null;
    const options: MeasureOptions = isOptions
      ? startOrOptions
      : { start: startOrOptions, end: endMark };
    const length = options.duration === undefined ? undefined : Number(options.duration);
    const start = this.#timeOf(options.start);
    const end = this.#timeOf(options.end);
    const from = start ?? (length === undefined || end === undefined ? 0 : end - length);
    const to = end ?? (length === undefined ? this.now() : from + length);
    const entry = {
      name: `${name}`,
      entryType: 'measure',
      startTime: from,
      duration: to - from,
    } as const;
    return this.#add(entry, options.detail);
  }

  getEntries(): Entry[] {
    return this.#entries.toSorted((one, other) => one.startTime - other.startTime);
  }

  getEntriesByName(name: unknown, type?: unknown): Entry[] {
    return this.getEntries().filter(
      (entry) => entry.name === `${name}` && (type === undefined || entry.entryType === type),
    );
  }

  getEntriesByType(type: unknown): Entry[] {
    return this.getEntries().filter(({ entryType }) => entryType === type);
  }

  clearMarks(name?: unknown): void {
    this.#clear('mark', name);
  }

  clearMeasures(name?: unknown): void {
    this.#clear('measure', name);
  }

  toJSON(): object {
    return { timeOrigin: this.timeOrigin };
  }

  #add(
    parts: Pick<Entry, 'name' | 'entryType' | 'startTime' | 'duration'>,
    detail: unknown,
  ): Entry {
    const entry = Object.freeze({
      ...parts,
      detail: detail ?? null,
      toJSON: () => ({ ...parts, detail }),
    });
    this.#entries.push(entry);
    if (this.#entries.length > MOST_ENTRIES) this.#entries.shift();
    return entry;
  }

  #clear(type: Entry['entryType'], name: unknown): void {
    this.#entries = this.#entries.filter(
      (entry) => entry.entryType !== type || (name !== undefined && entry.name !== `${name}`),
    );
  }

  #timeOf(mark: unknown): number | undefined {
    if (mark === undefined || typeof mark === 'number') return mark;
    const found = this.#entries.findLast(
      ({ name, entryType }) => entryType === 'mark' && name === `${mark}`,
    );
    if (found === undefined)
      throw new DOMException(`There is no mark "${`${mark}`}"`, 'SyntaxError');
    return found.startTime;
  }
}

export const performance = new Performance();
