import { defineExtension } from '@mortise/sdk';
import { createAddTool } from './kanban-add-tool.ts';
import { kanbanListTool } from './kanban-list-tool.ts';
import { createMoveTool } from './kanban-move-tool.ts';
import { kanbanShowTool } from './kanban-show-tool.ts';
import { kanbanListReducer } from './reducers/kanban-list-reducer.ts';
import { TurnTaking } from './turn-taking.ts';

export default defineExtension((api) => {
  const turns = new TurnTaking();
  api.registerTool(kanbanListTool);
  api.registerTool(kanbanShowTool);
  api.registerTool(createAddTool(turns));
  api.registerTool(createMoveTool(turns));
  api.registerReducer(kanbanListReducer);
});
