import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type EventName, onEvent } from './events.ts';
import { type ApiProblem, problemOf } from './problem.ts';

/** One page as the host answers it. */
export interface PageAnswer<Entry> {
  readonly entries: readonly Entry[];
  readonly total: number;
}

/** A long list of which only the pages that were looked at are there. */
export interface PagedList<Entry> {
  /** `undefined` until the host has said it. */
  readonly total: number | undefined;
  readonly problem: ApiProblem | undefined;
  /** `undefined` while its page is being asked for. */
  at(index: number): Entry | undefined;
}

export interface PagedOptions<Entry> {
  /** Another key is another list. */
  readonly key: string;
  readonly load: (
    place: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<PageAnswer<Entry>>;
  /** What the host tells that makes it old. */
  readonly topics?: readonly EventName[];
}

export interface LivePages<Entry> {
  readonly state: ReadonlySignal<PagedList<Entry>>;
  /** Asks for the pages that these entries are on. */
  readonly need: (first: number, last: number) => void;
  readonly reload: () => void;
}

const PAGE = 200;
const SETTLE_MS = 150;

export function usePages<Entry>(options: PagedOptions<Entry>): LivePages<Entry> {
  const { key, topics = [] } = options;
  const state = useSignal<PagedList<Entry>>(EMPTY);
  const latest = useRef(options);
  latest.current = options;
  const book = useRef<Book<Entry>>(undefined);

  const open = useRef((old?: Book<Entry>) => {
    book.current?.close();
    book.current = new Book<Entry>(
      (place, signal) => latest.current.load(place, signal),
      (list) => {
        state.value = list;
      },
      old,
    );
  }).current;

  useEffect(() => {
    state.value = EMPTY;
    open();
    book.current?.need(0, 0);
    return () => book.current?.close();
  }, [key]);

  const reload = useRef(() => {
    const old = book.current;
    open(old);
    book.current?.need(...(old?.seen ?? [0, 0]));
  }).current;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(reload, SETTLE_MS);
    };
    const leave = [...topics, 'reset' as const].map((name) => onEvent(name, later));
    return () => {
      clearTimeout(timer);
      for (const each of leave) each();
    };
  }, [topics.join()]);

  return { state, need: (first, last) => book.current?.need(first, last), reload };
}

const EMPTY: PagedList<never> = { total: undefined, problem: undefined, at: () => undefined };

/** The pages of one list. While a list is asked for anew, the entries of the one before stay in sight. */
class Book<Entry> {
  readonly #load: PagedOptions<Entry>['load'];
  readonly #tell: (list: PagedList<Entry>) => void;
  readonly #old: Book<Entry> | undefined;
  readonly #pages = new Map<number, readonly Entry[] | undefined>();
  readonly #ended = new AbortController();
  #total: number | undefined;
  seen: [first: number, last: number] = [0, 0];

  constructor(
    load: PagedOptions<Entry>['load'],
    tell: (list: PagedList<Entry>) => void,
    old?: Book<Entry>,
  ) {
    this.#load = load;
    this.#tell = tell;
    this.#old = old;
  }

  need(first: number, last: number): void {
    this.seen = [first, last];
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) {
      if (this.#pages.has(page)) continue;
      this.#pages.set(page, undefined);
      void this.#ask(page);
    }
  }

  close(): void {
    this.#ended.abort();
  }

  at(index: number): Entry | undefined {
    const page = this.#pages.get(Math.floor(index / PAGE));
    return page === undefined ? this.#old?.at(index) : page[index % PAGE];
  }

  async #ask(page: number): Promise<void> {
    const { signal } = this.#ended;
    try {
      const { entries, total } = await this.#load({ offset: page * PAGE, limit: PAGE }, signal);
      if (signal.aborted) return;
      this.#pages.set(page, entries);
      this.#total = total;
      this.#say(undefined);
    } catch (error) {
      if (signal.aborted) return;
      this.#pages.delete(page);
      this.#say(problemOf(error));
    }
  }

  #say(problem: ApiProblem | undefined): void {
    const total = this.#total ?? this.#old?.total;
    this.#tell({ total, problem, at: (index) => this.at(index) });
  }

  get total(): number | undefined {
    return this.#total;
  }
}
