import type { KeyValueStorage } from '@mortise/sdk';
import { type BoardTicket, interpretBoardTicket } from './board-ticket.ts';

type Storage = Pick<KeyValueStorage, 'get' | 'set'>;

/** Tickets per stored value: few enough for its limit of 256 kB, many enough to list with few requests. */
const PAGE_SIZE = 100;
/** A call may make 200 requests of the host. */
const MOST_PAGES = 100;
const AT_ONCE = 10;

/** Thrown when stored tickets cannot be read: writing over them would lose them. */
export class BoardDamagedError extends Error {
  override readonly name = 'BoardDamagedError';
}

/** The board of one agent. Tickets are never removed, so a page is full or the last one. */
export class Board {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async tickets(): Promise<readonly BoardTicket[]> {
    const found: BoardTicket[] = [];
    for (let first = 0; first < MOST_PAGES; first += AT_ONCE) {
      const numbers = Array.from({ length: AT_ONCE }, (_, index) => first + index);
      const pages = await Promise.all(numbers.map((number) => this.#page(number)));
      found.push(...pages.flat());
      if ((pages.at(-1) ?? []).length < PAGE_SIZE) return found;
    }
    return found;
  }

  async ticket(id: string): Promise<BoardTicket | undefined> {
    const page = await this.#page(pageOf(id));
    return page.find((ticket) => ticket.id === id);
  }

  async description(id: string): Promise<string> {
    const stored = await this.#storage.get(descriptionKey(id));
    return typeof stored === 'string' ? stored : '';
  }

  /** Puts a ticket on the board and gives it the next id; `undefined` if the board is full. */
  async add(parts: Omit<BoardTicket, 'id'>, description: string): Promise<BoardTicket | undefined> {
    const count = (await this.tickets()).length;
    if (count >= MOST_PAGES * PAGE_SIZE) return undefined;
    const ticket = { id: `T-${count + 1}`, ...parts };
    // First, so that a ticket whose description did not fit never shows up without it.
    if (description !== '') await this.#storage.set(descriptionKey(ticket.id), description);
    const page = await this.#page(pageOf(ticket.id));
    await this.#write(pageOf(ticket.id), [...page, ticket]);
    return ticket;
  }

  /** Replaces a ticket that is there. */
  async replace(ticket: BoardTicket): Promise<void> {
    const page = await this.#page(pageOf(ticket.id));
    await this.#write(
      pageOf(ticket.id),
      page.map((each) => (each.id === ticket.id ? ticket : each)),
    );
  }

  async #page(number: number): Promise<readonly BoardTicket[]> {
    const stored = await this.#storage.get(pageKey(number));
    if (stored === null) return [];
    const tickets = Array.isArray(stored) ? stored.map(interpretBoardTicket) : [undefined];
    const good = tickets.filter((ticket) => ticket !== undefined);
    if (good.length < tickets.length) {
      throw new BoardDamagedError(`The stored board is damaged at ${pageKey(number)}.`);
    }
    return good;
  }

  async #write(number: number, tickets: readonly BoardTicket[]): Promise<void> {
    await this.#storage.set(
      pageKey(number),
      tickets.map((ticket) => ({ ...ticket })),
    );
  }
}

function pageOf(id: string): number {
  return Math.floor((Number(id.slice(2)) - 1) / PAGE_SIZE);
}

function pageKey(number: number): string {
  return `page/${number}`;
}

function descriptionKey(id: string): string {
  return `description/${id}`;
}
