import type { Ticket } from './interpret-ticket-list.ts';

export interface TicketRanking {
  readonly ranked: readonly Ticket[];
  /** How they are ordered, in words for the reader. */
  readonly order: string;
}

const RANK_OF_WORD: ReadonlyMap<string, number> = new Map(
  [
    ['blocker', 'critical', 'urgent', 'highest'],
    ['high'],
    ['medium', 'normal'],
    ['low'],
    ['lowest', 'trivial', 'none'],
  ].flatMap((words, rank) => words.map((word) => [word, rank] as const)),
);
const NUMBERED = /^p?(\d{1,3})$/i;

/**
 * The most urgent first; among equals, and without usable priorities, as listed.
 * A board that mixes words with numbers gives no common scale, so that is left as listed too.
 */
export function rankTickets(tickets: readonly Ticket[]): TicketRanking {
  const given = tickets.flatMap(({ priority }) => (priority === undefined ? [] : [priority]));
  const scale = [rankOfWord, rankOfNumber].find((rank) =>
    given.every((priority) => rank(priority) !== undefined),
  );
  if (given.length === 0 || scale === undefined) return { ranked: tickets, order: 'as listed' };
  const rankOf = ({ priority }: Ticket): number =>
    (priority === undefined ? undefined : scale(priority)) ?? Number.MAX_SAFE_INTEGER;
  return {
    ranked: tickets.toSorted((left, right) => rankOf(left) - rankOf(right)),
    order: scale === rankOfNumber ? 'lowest priority number first' : 'by priority',
  };
}

function rankOfWord(priority: string | number): number | undefined {
  return RANK_OF_WORD.get(String(priority).trim().toLowerCase());
}

function rankOfNumber(priority: string | number): number | undefined {
  const digits = NUMBERED.exec(String(priority).trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
