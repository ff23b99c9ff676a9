import {
  countOf,
  groupDigits,
  omissionMarker,
  showInline,
  withShorterValue,
} from '@mortise/extension-text';
import type { ToolReducer } from '@mortise/sdk';
import { interpretTicketList, type Ticket, type TicketList } from './interpret-ticket-list.ts';
import { rankTickets } from './rank-tickets.ts';

const LONGEST_FULL_LIST = 10;
const TOP_COUNT = 5;
const CLOSED = new Set(['done', 'closed', 'archived', 'cancelled', 'canceled']);

/**
 * Replaces a list of more than ten tickets by the number per status and the top five open ones.
 * Text that is not such a list comes back as it is.
 */
export const kanbanListReducer: ToolReducer = {
  toolName: 'kanban_list',
  reduce(result) {
    if (!result.ok) return result;
    const list = interpretTicketList(result.value);
    if (list === undefined || list.tickets.length <= LONGEST_FULL_LIST) return result;
    return withShorterValue(result, summariseTickets(list));
  },
};

function summariseTickets({ tickets, rest }: TicketList): string {
  const open = tickets.filter(({ status }) => !CLOSED.has(status.trim().toLowerCase()));
  const { ranked, order } = rankTickets(open);
  const top = ranked.slice(0, TOP_COUNT);
  const lines = [
    `${countOf(tickets.length, 'ticket')}: ${countStatuses(tickets)}`,
    ...Object.entries(rest).map(showField),
    top.length === 0
      ? 'No open tickets.'
      : `Top ${top.length} of ${countOf(open.length, 'open ticket')}, ${order}:`,
    ...top.map(showTicket),
    omissionMarker(`details of ${countOf(tickets.length - top.length, 'ticket')}`),
  ];
  return lines.join('\n');
}

/** Numbers, texts and flags only: a nested value has no bound on one line. */
function showField([name, value]: readonly [string, unknown]): string {
  const isNested = typeof value === 'object' && value !== null;
  return `${showInline(name)}: ${isNested ? omissionMarker('value') : showInline(JSON.stringify(value))}`;
}

function countStatuses(tickets: readonly Ticket[]): string {
  const counts = new Map<string, number>();
  for (const { status } of tickets) counts.set(status, (counts.get(status) ?? 0) + 1);
  return Array.from(
    counts,
    ([status, count]) => `${groupDigits(count)} ${showInline(status)}`,
  ).join(', ');
}

function showTicket({ id, title, status, priority }: Ticket): string {
  const state = priority === undefined ? status : `${status}, priority ${priority}`;
  return `- ${showInline(String(id))} [${showInline(state)}] ${showInline(title)}`;
}
