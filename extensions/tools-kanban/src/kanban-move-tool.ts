import { defineTool, Type, text } from '@mortise/sdk';
import { Board } from './board.ts';
import { PriorityParameter, StatusParameter, TicketId } from './board-ticket.ts';
import { failure, KANBAN_STORAGE } from './kanban-storage.ts';
import type { TurnTaking } from './turn-taking.ts';

export function createMoveTool(turns: TurnTaking) {
  return defineTool({
    name: 'kanban_move',
    description:
      'Moves a ticket of your kanban board to another status, and changes its priority if one is given. Answers the ticket as it is now and the status it had.',
    parameters: Type.Object(
      { id: TicketId, status: StatusParameter, priority: Type.Optional(PriorityParameter) },
      { additionalProperties: false },
    ),
    capabilities: KANBAN_STORAGE,
    annotations: {
      title: 'Move ticket',
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    execute(_id, { id, status, priority }, { storage, agentId }) {
      const board = new Board(storage);
      return turns.run(agentId, async () => {
        const ticket = await board.ticket(id);
        if (ticket === undefined) {
          return failure(`There is no ${id}. Use kanban_list to see the ids.`);
        }
        const moved = { ...ticket, status, priority: priority ?? ticket.priority };
        await board.replace(moved);
        return text(JSON.stringify({ ...moved, previous_status: ticket.status }));
      });
    },
  });
}
