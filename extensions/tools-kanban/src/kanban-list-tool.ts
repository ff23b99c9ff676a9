import { JSON_BUDGET, jsonLength } from '@mortise/extension-text';
import { defineTool, Type, text } from '@mortise/sdk';
import { Board } from './board.ts';
import { type BoardTicket, PriorityParameter, StatusParameter } from './board-ticket.ts';
import { KANBAN_STORAGE } from './kanban-storage.ts';

export const kanbanListTool = defineTool({
  name: 'kanban_list',
  description:
    'Lists the tickets of your kanban board as JSON, in the order they were added. More than ten are summarised: how many per status and the five most urgent open ones. To see others in full, filter by status or priority and page with limit and offset, ten at a time.',
  parameters: Type.Object(
    {
      status: Type.Optional(StatusParameter),
      priority: Type.Optional(PriorityParameter),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000, description: 'Most tickets. Default 500.' }),
      ),
      offset: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 100_000, description: 'Tickets to skip. Default 0.' }),
      ),
    },
    { additionalProperties: false },
  ),
  capabilities: KANBAN_STORAGE,
  annotations: {
    title: 'List tickets',
    readOnlyHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  async execute(_id, { status, priority, limit = 500, offset = 0 }, { storage }) {
    const all = await new Board(storage).tickets();
    const matching = all.filter(
      (ticket) =>
        (status === undefined || ticket.status === status) &&
        (priority === undefined || ticket.priority === priority),
    );
    return text(writeList(matching, { limit, offset }));
  },
});

/** `matching` and `next_offset` are there only if tickets were left out. */
function writeList(
  matching: readonly BoardTicket[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): string {
  const tickets = takeFitting(matching.slice(offset, offset + limit));
  const next = offset + tickets.length;
  const isAll = tickets.length === matching.length;
  return JSON.stringify({
    tickets,
    ...(isAll ? {} : { matching: matching.length }),
    ...(next < matching.length ? { next_offset: next } : {}),
  });
}

function takeFitting(tickets: readonly BoardTicket[]): readonly BoardTicket[] {
  let cost = 0;
  const end = tickets.findIndex((ticket) => {
    cost += jsonLength(JSON.stringify(ticket));
    return cost > JSON_BUDGET;
  });
  return end === -1 ? tickets : tickets.slice(0, end);
}
