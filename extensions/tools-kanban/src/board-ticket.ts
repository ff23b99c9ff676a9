import { Type } from '@mortise/sdk';

export const STATUSES = [
  'backlog',
  'todo',
  'in_progress',
  'blocked',
  'review',
  'done',
  'cancelled',
] as const;
export type TicketStatus = (typeof STATUSES)[number];

export const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const;
export type TicketPriority = (typeof PRIORITIES)[number];

/** A ticket on the board; its description is kept apart, because lists do not show it. */
export interface BoardTicket {
  /** `T-1`, `T-2`…; never used again for another one. */
  readonly id: string;
  readonly title: string;
  readonly status: TicketStatus;
  readonly priority: TicketPriority;
}

export const TicketId = Type.String({
  pattern: '^T-[1-9][0-9]{0,5}$',
  description: 'Id of the ticket, such as T-12.',
});

// A list of texts as `enum` reads better to models than a union of constants.
export const StatusParameter = Type.Unsafe<TicketStatus>({
  type: 'string',
  enum: [...STATUSES],
  description: 'Column of the board.',
});

export const PriorityParameter = Type.Unsafe<TicketPriority>({
  type: 'string',
  enum: [...PRIORITIES],
});

/** Reads a stored ticket; `undefined` if it is something else. */
export function interpretBoardTicket(rawTicket: unknown): BoardTicket | undefined {
  if (typeof rawTicket !== 'object' || rawTicket === null) return undefined;
  const ticket = rawTicket as { readonly [Key in keyof BoardTicket]?: unknown };
  const { id, title } = ticket;
  const status = STATUSES.find((each) => each === ticket.status);
  const priority = PRIORITIES.find((each) => each === ticket.priority);
  if (typeof id !== 'string' || typeof title !== 'string') return undefined;
  return status === undefined || priority === undefined
    ? undefined
    : { id, title, status, priority };
}
