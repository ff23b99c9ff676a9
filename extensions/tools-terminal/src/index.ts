import { defineExtension } from '@mortise/sdk';
import { terminalReducer } from './reducers/terminal-reducer.ts';
import { createTerminalTool } from './terminal-tool.ts';

interface TerminalConfig {
  readonly shell?: string;
}

export default defineExtension<TerminalConfig | null>((api) => {
  api.registerTool(createTerminalTool(api.config?.shell), { optional: true });
  api.registerReducer(terminalReducer);
});
