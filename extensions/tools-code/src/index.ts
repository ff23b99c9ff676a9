import { defineExtension } from '@mortise/sdk';
import { type CodeConfig, walkRules } from './code-config.ts';
import { editFileTool } from './edit-file-tool.ts';
import { createListFilesTool } from './list-files-tool.ts';
import { readFileTool } from './read-file-tool.ts';
import { readFileReducer } from './reducers/read-file-reducer.ts';
import { createSearchFilesTool } from './search-files-tool.ts';
import { writeFileTool } from './write-file-tool.ts';

export default defineExtension<CodeConfig | null>((api) => {
  const rules = walkRules(api.config ?? {});
  api.registerTool(readFileTool);
  api.registerTool(createListFilesTool(rules));
  api.registerTool(createSearchFilesTool(rules));
  api.registerTool(writeFileTool, { optional: true });
  api.registerTool(editFileTool, { optional: true });
  api.registerReducer(readFileReducer);
});
