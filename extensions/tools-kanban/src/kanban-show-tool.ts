import { defineTool, Type, text } from '@mortise/sdk';
import { Board } from './board.ts';
import { TicketId } from './board-ticket.ts';
import { failure, KANBAN_STORAGE } from './kanban-storage.ts';

export const kanbanShowTool = defineTool({
  name: 'kanban_show',
  description: 'Shows one ticket of your kanban board as JSON, with its description.',
  parameters: Type.Object({ id: TicketId }, { additionalProperties: false }),
  capabilities: KANBAN_STORAGE,
  annotations: {
    title: 'Show ticket',
    readOnlyHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  async execute(_id, { id }, { storage }) {
    const board = new Board(storage);
    const ticket = await board.ticket(id);
    if (ticket === undefined) return failure(`There is no ${id}. Use kanban_list to see the ids.`);
    return text(JSON.stringify({ ...ticket, description: await board.description(id) }));
  },
});
