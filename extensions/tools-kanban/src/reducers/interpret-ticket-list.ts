/** The fields of a ticket that a summary needs. */
export interface Ticket {
  readonly id: string | number;
  readonly title: string;
  readonly status: string;
  readonly priority?: string | number;
}

export interface TicketList {
  readonly tickets: readonly Ticket[];
  /** What stood beside `tickets`: a cursor or a total says that there are more. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** Reads a JSON list of tickets, or answers `undefined` if any part of it is something else. */
export function interpretTicketList(text: string): TicketList | undefined {
  const rawList = parseJson(text);
  if (Array.isArray(rawList)) return interpretTickets(rawList, {});
  if (!isRecord(rawList)) return undefined;
  const { tickets, ...rest } = rawList;
  return Array.isArray(tickets) ? interpretTickets(tickets, rest) : undefined;
}

function interpretTickets(
  rawTickets: readonly unknown[],
  rest: Readonly<Record<string, unknown>>,
): TicketList | undefined {
  const tickets: Ticket[] = [];
  for (const rawTicket of rawTickets) {
    const ticket = interpretTicket(rawTicket);
    if (ticket === undefined) return undefined;
    tickets.push(ticket);
  }
  return { tickets, rest };
}

function interpretTicket(rawTicket: unknown): Ticket | undefined {
  if (!isRecord(rawTicket)) return undefined;
  const { id, title, status, priority } = rawTicket;
  if (!isLabel(id) || typeof title !== 'string' || typeof status !== 'string') return undefined;
  return isLabel(priority) ? { id, title, status, priority } : { id, title, status };
}

function isLabel(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
