import { defineExtension } from '@mortise/sdk';
import { webFetchTool } from './web-fetch-tool.ts';

export default defineExtension((api) => {
  api.registerTool(webFetchTool, { optional: true });
});
