import { defineTool, Type, text } from '@mortise/sdk';
import { Board } from './board.ts';
import { PriorityParameter, StatusParameter } from './board-ticket.ts';
import { failure, KANBAN_STORAGE } from './kanban-storage.ts';
import type { TurnTaking } from './turn-taking.ts';

export function createAddTool(turns: TurnTaking) {
  return defineTool({
    name: 'kanban_add',
    description:
      'Adds a ticket to your kanban board, which is kept beyond this conversation, and answers its id. Tickets cannot be deleted; move them to cancelled.',
    parameters: Type.Object(
      {
        title: Type.String({ minLength: 1, maxLength: 200, description: 'One line.' }),
        description: Type.Optional(
          Type.String({
            maxLength: 8_000,
            description: 'What has to be done, and when it is done.',
          }),
        ),
        status: Type.Optional(StatusParameter),
        priority: Type.Optional(PriorityParameter),
      },
      { additionalProperties: false },
    ),
    capabilities: KANBAN_STORAGE,
    annotations: { title: 'Add ticket', destructiveHint: false, openWorldHint: false },
    async execute(_id, args, { storage, agentId }) {
      const { title, description = '', status = 'todo', priority = 'medium' } = args;
      const parts = { title: title.replaceAll(/\s+/g, ' ').trim(), status, priority };
      if (parts.title === '') return failure('The title is blank.');
      const board = new Board(storage);
      const ticket = await turns.run(agentId, () => board.add(parts, description));
      if (ticket === undefined) return failure('The board is full: it holds 10,000 tickets.');
      return text(JSON.stringify(ticket));
    },
  });
}
